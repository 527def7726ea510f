"""Edit commands from a file, applied to a map all or none, for scripts."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from wardesk.documents.files.untrusted import read_bounded
from wardesk.documents.maps.store import read_map, write_map
from wardesk.drawing.commands.all_commands import AnyCommand, read_command
from wardesk.drawing.editor import Editor
from wardesk.errors import UserError
from wardesk.services.maps.edit_session import EditSession
from wardesk.words import say

MOST_BYTES = 64 << 20


class ScriptResult(Struct, frozen=True, kw_only=True):
    """What a script did: titles of what was done, or the line that was refused and why."""

    done: tuple[str, ...]
    line: int = 0
    refused: str = ""
    saved: str = ""


def read_script(path: Path) -> list[tuple[int, AnyCommand]]:
    """The commands of a file with their line numbers; empty lines and ``#`` lines are skipped.

    UserError with the line that is no command.
    """
    try:
        text = read_bounded(path, MOST_BYTES).decode()
    except UnicodeDecodeError as error:
        raise UserError(say("{path!s} is not text in UTF-8.", path=path)) from error
    found: list[tuple[int, AnyCommand]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            found.append((number, read_command(line)))
        except UserError as error:
            raise UserError(
                say(
                    "{path!s}, line {number!s}: {message}",
                    path=path,
                    number=number,
                    message=error.message,
                ),
                error.advice,
            ) from error
    return found


def run_script(
    path: Path, commands: list[tuple[int, AnyCommand]], out: Path | None = None
) -> ScriptResult:
    """Apply the commands and save, in *out* if it is given, if none is refused.

    In place the map is locked and the version before is kept as a backup.
    """
    if out is not None:
        editor = Editor(read_map(path, check=False))
        result = _run(editor, commands, str(out))
        if not result.refused:
            write_map(editor.document, out)
        return result
    with EditSession.open(path) as session:
        if not session.editor.is_clean:
            text = say("{path!s} has work that was not saved.", path=path)
            raise UserError(text, "Open it in WarDesk and save it first, or use --out.")
        document_editor = Editor(session.document)
        result = _run(document_editor, commands, str(path))
        if result.refused:
            document_editor.go(0)
        else:
            session.save()
        return result


def _run(editor: Editor, commands: list[tuple[int, AnyCommand]], place: str) -> ScriptResult:
    done: list[str] = []
    for number, command in commands:
        try:
            done.append(editor.do(command).title)
        except UserError as error:
            return ScriptResult(done=tuple(done), line=number, refused=str(error))
    return ScriptResult(done=tuple(done), saved=place)
