"""Games by mail against their budget: a late turn of Hannut taken in, its game opened for it."""

from __future__ import annotations

import sys
from pathlib import Path
from time import process_time

sys.path.append(str(Path(__file__).parents[1] / "services"))

from mail_homes import HANNUT, Home, begin

from wardesk.documents.games.letters import read_letter
from wardesk.services.play import mail


def test_a_turn_of_hannut_is_taken_in(budget, tmp_path, monkeypatch):
    host, guest = (Home(tmp_path / name, monkeypatch) for name in ("anna", "ben"))
    begin(host, guest, HANNUT)
    writer, reader, took = host, guest, []
    while len(host.game.journal.events) < 1000 and host.game.ask and guest.game.ask:
        writer.play()
        letter = writer.send()
        late = len(reader.game.journal.events) > 800
        if late:
            reader.game.close()
            start = process_time()
            reader.session = mail.take(read_letter(reader.enter() and letter.data))
            took.append(process_time() - start)
        else:
            reader.take(letter)
        writer, reader = reader, writer
    worst = max(took)
    budget("a late turn of Hannut by mail: game opened, checked, played", "0.5 s",
           f"{worst:.2f} s", worst <= 0.5)  # fmt: skip
    for home in (host, guest):
        home.game.close()
