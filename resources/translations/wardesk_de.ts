<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>AllocateBox</name>
    <message>
        <source>Share out</source>
        <translation>Aufteilen</translation>
    </message>
</context>
<context>
    <name>AnswerButton</name>
    <message>
        <source>Not possible. {0}</source>
        <translation>Nicht möglich. {0}</translation>
    </message>
</context>
<context>
    <name>BoardView</name>
    <message>
        <source>Board: {0}</source>
        <translation>Spielplan: {0}</translation>
    </message>
    <message>
        <source>can be reached, {0}</source>
        <translation>erreichbar, {0}</translation>
    </message>
</context>
<context>
    <name>ChartView</name>
    <message>
        <source>Column {0}</source>
        <translation>Spalte {0}</translation>
    </message>
    <message>
        <source>row {0}</source>
        <translation>Zeile {0}</translation>
    </message>
    <message>
        <source>result {0}</source>
        <translation>Ergebnis {0}</translation>
    </message>
</context>
<context>
    <name>Chip</name>
    <message>
        <source>Reconstruction: not the publisher&apos;s own data. Replaceable in the pack.</source>
        <translation>Rekonstruktion: nicht die Daten des Verlags. Im Paket austauschbar.</translation>
    </message>
    <message>
        <source>Rebuilt</source>
        <translation>Rekonstruiert</translation>
    </message>
</context>
<context>
    <name>Cite</name>
    <message>
        <source>Rule {0}</source>
        <translation>Regel {0}</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>Was möchtest du tun?</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>Befehl suchen</translation>
    </message>
    <message>
        <source>Commands found</source>
        <translation>Gefundene Befehle</translation>
    </message>
    <message>
        <source>No command has these words.</source>
        <translation>Kein Befehl enthält diese Wörter.</translation>
    </message>
</context>
<context>
    <name>ContinueTile</name>
    <message>
        <source>Continue {0}. {1} {2}</source>
        <translation>Weiterspielen: {0}. {1} {2}</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
</context>
<context>
    <name>Crash</name>
    <message>
        <source>Your games are safe: every answer is on the disk before it counts. You can carry on; if the window behaves oddly, close it and open WarDesk again.</source>
        <translation>Deine Partien sind sicher: Jede Antwort liegt auf der Platte, bevor sie zählt. Du kannst weitermachen; verhält sich das Fenster seltsam, schließ es und öffne WarDesk neu.</translation>
    </message>
</context>
<context>
    <name>CrashDialog</name>
    <message>
        <source>Something in WarDesk failed</source>
        <translation>In WarDesk ist etwas schiefgegangen</translation>
    </message>
    <message>
        <source>Something in WarDesk failed. This is our mistake.</source>
        <translation>In WarDesk ist etwas schiefgegangen. Das ist unser Fehler.</translation>
    </message>
    <message>
        <source>The report is in {0}.</source>
        <translation>Der Bericht liegt in {0}.</translation>
    </message>
    <message>
        <source>The report could not be written to disk; copy it from here.</source>
        <translation>Der Bericht ließ sich nicht auf die Platte schreiben; kopiere ihn von hier.</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Carry on</source>
        <translation>Weitermachen</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>Quit WarDesk</source>
        <translation>WarDesk beenden</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>Ordner öffnen</translation>
    </message>
</context>
<context>
    <name>DamagedDialog</name>
    <message>
        <source>A damaged game</source>
        <translation>Eine beschädigte Partie</translation>
    </message>
    <message>
        <source>This game is damaged</source>
        <translation>Diese Partie ist beschädigt</translation>
    </message>
    <message>
        <source>Save what stands</source>
        <translation>Retten, was steht</translation>
    </message>
    <message>
        <source>{0} records before the damage are sound. They can be saved as a new game beside this one; this file stays as it is.</source>
        <translation>{0} Einträge vor dem Schaden sind heil. Sie lassen sich als neue Partie daneben speichern; diese Datei bleibt, wie sie ist.</translation>
    </message>
    <message>
        <source>Nothing in it can be saved. Take a copy or a backup if you have one.</source>
        <translation>Darin ist nichts zu retten. Nimm eine Kopie oder Sicherung, wenn du eine hast.</translation>
    </message>
    <message>
        <source>Nothing stands before the damage</source>
        <translation>Vor dem Schaden steht nichts</translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation>So lassen</translation>
    </message>
    <message>
        <source>What stood was saved as {0}.</source>
        <translation>Was stand, ist als {0} gespeichert.</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>The damaged file is untouched.</source>
        <translation>Die beschädigte Datei ist unverändert.</translation>
    </message>
</context>
<context>
    <name>Desk</name>
    <message>
        <source>A reconstruction in parts. {0}</source>
        <translation>In Teilen eine Rekonstruktion. {0}</translation>
    </message>
    <message>
        <source>Maps cannot be opened in the window yet.</source>
        <translation>Karten lassen sich im Fenster noch nicht öffnen.</translation>
    </message>
    <message>
        <source>The command line checks them: wardesk map check MAP.</source>
        <translation>Die Kommandozeile prüft sie: wardesk map check KARTE.</translation>
    </message>
    <message>
        <source>Setting the table…</source>
        <translation>Der Tisch wird gedeckt …</translation>
    </message>
    <message>
        <source>The map is being drawn.</source>
        <translation>Die Karte wird gezeichnet.</translation>
    </message>
</context>
<context>
    <name>DicePlot</name>
    <message>
        <source>{0}: {1} times, expected {2:.1f}</source>
        <translation>{0}: {1}-mal, erwartet {2:.1f}</translation>
    </message>
    <message>
        <source>{0}: {1} rolls, mean {2:.1f}, expected {3:.1f}</source>
        <translation>{0}: {1} Würfe, Mittel {2:.1f}, erwartet {3:.1f}</translation>
    </message>
    <message>
        <source>; as far off in {0} of 100 games</source>
        <translation>; so weit daneben in {0} von 100 Partien</translation>
    </message>
</context>
<context>
    <name>DiceTray</name>
    <message>
        <source>Roll</source>
        <translation>Würfeln</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Eintippen</translation>
    </message>
    <message>
        <source>Roll or type</source>
        <translation>Würfeln oder eintippen</translation>
    </message>
    <message>
        <source>Dice</source>
        <translation>Würfel</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>What was drawn</source>
        <translation>Was gezogen wurde</translation>
    </message>
    <message>
        <source>Nothing is to be rolled now.</source>
        <translation>Jetzt ist nichts zu würfeln.</translation>
    </message>
    <message>
        <source>Not rolled yet</source>
        <translation>Noch nicht gewürfelt</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>Roll {0}</source>
        <translation>{0} würfeln</translation>
    </message>
    <message>
        <source>Die {0}, 1 to {1}</source>
        <translation>Würfel {0}, 1 bis {1}</translation>
    </message>
    <message>
        <source>A die shows 1 to {0}, not {1}.</source>
        <translation>Ein Würfel zeigt 1 bis {0}, nicht {1}.</translation>
    </message>
    <message>
        <source>Type every die first.</source>
        <translation>Erst jeden Würfel eintippen.</translation>
    </message>
</context>
<context>
    <name>DieFace</name>
    <message>
        <source>Die, {0}</source>
        <translation>Würfel, {0}</translation>
    </message>
    <message>
        <source>Die, not rolled</source>
        <translation>Würfel, nicht geworfen</translation>
    </message>
</context>
<context>
    <name>Home</name>
    <message>
        <source>Open…</source>
        <translation>Öffnen …</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>No scenario has these words</source>
        <translation>Kein Szenario enthält diese Wörter</translation>
    </message>
    <message>
        <source>The search looks at titles, games and kinds of map.</source>
        <translation>Gesucht wird in Titeln, Spielen und Kartenarten.</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
    <message>
        <source>No scenarios yet</source>
        <translation>Noch keine Szenarien</translation>
    </message>
    <message>
        <source>WarDesk found no packs. Open a scenario or a game that you have.</source>
        <translation>WarDesk fand keine Pakete. Öffne ein Szenario oder eine Partie, die du hast.</translation>
    </message>
    <message>
        <source>open</source>
        <translation>öffnen</translation>
    </message>
    <message>
        <source>walk</source>
        <translation>gehen</translation>
    </message>
    <message>
        <source>search</source>
        <translation>suchen</translation>
    </message>
    <message>
        <source>any command</source>
        <translation>jeder Befehl</translation>
    </message>
    <message>
        <source>Search scenarios</source>
        <translation>Szenarien suchen</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>Szenarien</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Kind of map</source>
        <translation>Kartenart</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Open a file…</source>
        <translation>Datei öffnen …</translation>
    </message>
    <message>
        <source>only on the home screen</source>
        <translation>nur auf dem Startbildschirm</translation>
    </message>
    <message>
        <source>WarDesk files (*.wdgame *.wdmap *.toml);;All files (*)</source>
        <translation>WarDesk-Dateien (*.wdgame *.wdmap *.toml);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open a game, a map or a scenario</source>
        <translation>Partie, Karte oder Szenario öffnen</translation>
    </message>
</context>
<context>
    <name>KeyButton</name>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Key of {0}: {1}</source>
        <translation>Taste für {0}: {1}</translation>
    </message>
    <message>
        <source>Press it, then press the new key</source>
        <translation>Drücken, dann die neue Taste drücken</translation>
    </message>
    <message>
        <source>Press a key…</source>
        <translation>Taste drücken …</translation>
    </message>
    <message>
        <source>Press the new key of {0}; Esc keeps the old one</source>
        <translation>Neue Taste für {0} drücken; Esc behält die alte</translation>
    </message>
</context>
<context>
    <name>KeyCap</name>
    <message>
        <source>Key {0}</source>
        <translation>Taste {0}</translation>
    </message>
</context>
<context>
    <name>KeyRow</name>
    <message>
        <source>{0}: the usual key</source>
        <translation>{0}: die übliche Taste</translation>
    </message>
    <message>
        <source>Swap the two</source>
        <translation>Beide tauschen</translation>
    </message>
</context>
<context>
    <name>Keys</name>
    <message>
        <source>{0} has a fixed meaning everywhere. Press another key.</source>
        <translation>{0} hat überall eine feste Bedeutung. Nimm eine andere Taste.</translation>
    </message>
    <message>
        <source>This command holds in the whole window, where a single key would be in the way of typing. Press it together with Ctrl or Alt, or take a function key.</source>
        <translation>Dieser Befehl gilt im ganzen Fenster; eine einzelne Taste stünde dem Tippen im Weg. Drück sie zusammen mit Ctrl oder Alt, oder nimm eine Funktionstaste.</translation>
    </message>
</context>
<context>
    <name>KeysDialog</name>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Single letters act while board or list has the keyboard, never in a field.</source>
        <translation>Einzelne Buchstaben wirken, solange Plan oder Liste die Tastatur haben, nie in einem Feld.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Change keys…</source>
        <translation>Tasten ändern …</translation>
    </message>
</context>
<context>
    <name>KeysEditor</name>
    <message>
        <source>Change keys</source>
        <translation>Tasten ändern</translation>
    </message>
    <message>
        <source>Search commands and keys</source>
        <translation>Befehle und Tasten suchen</translation>
    </message>
    <message>
        <source>No command has these words.</source>
        <translation>Kein Befehl enthält diese Wörter.</translation>
    </message>
    <message>
        <source>Press a key button, then the new key. Backspace takes the key away.</source>
        <translation>Tastenknopf drücken, dann die neue Taste. Die Rücktaste nimmt die Taste weg.</translation>
    </message>
    <message>
        <source>All usual keys</source>
        <translation>Alle üblichen Tasten</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>{0} belongs to “{1}” ({2}).</source>
        <translation>{0} gehört zu „{1}“ ({2}).</translation>
    </message>
</context>
<context>
    <name>Library</name>
    <message>
        <source>sectors</source>
        <translation>Sektoren</translation>
    </message>
    <message>
        <source>squares</source>
        <translation>Quadrate</translation>
    </message>
    <message>
        <source>hexes</source>
        <translation>Hexfelder</translation>
    </message>
    <message>
        <source>Damaged file</source>
        <translation>Beschädigte Datei</translation>
    </message>
    <message>
        <source>Finished: {0}.</source>
        <translation>Beendet: {0}.</translation>
    </message>
    <message>
        <source>Waits: {0}</source>
        <translation>Wartet: {0}</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>gerade eben</translation>
    </message>
    <message>
        <source>{0} minutes ago</source>
        <translation>vor {0} Minuten</translation>
    </message>
    <message>
        <source>{0} hours ago</source>
        <translation>vor {0} Stunden</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>gestern</translation>
    </message>
</context>
<context>
    <name>LinePlot</name>
    <message>
        <source>{0} over the game: {1}</source>
        <translation>{0} über die Partie: {1}</translation>
    </message>
    <message>
        <source>{0} after event {1}</source>
        <translation>{0} nach Ereignis {1}</translation>
    </message>
</context>
<context>
    <name>LogModel</name>
    <message>
        <source>the umpire overruled</source>
        <translation>der Schiedsrichter entschied anders</translation>
    </message>
</context>
<context>
    <name>LogView</name>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Everywhere</source>
        <translation>Überall</translation>
    </message>
    <message>
        <source>Go to Home</source>
        <translation>Zum Start</translation>
    </message>
    <message>
        <source>Go to Map</source>
        <translation>Zur Karte</translation>
    </message>
    <message>
        <source>Go to Table</source>
        <translation>Zum Tisch</translation>
    </message>
    <message>
        <source>Go to Campaign</source>
        <translation>Zum Feldzug</translation>
    </message>
    <message>
        <source>Go to Study</source>
        <translation>Zur Studie</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>Befehl suchen</translation>
    </message>
    <message>
        <source>Light or dark theme</source>
        <translation>Helles oder dunkles Aussehen</translation>
    </message>
    <message>
        <source>Show all keys</source>
        <translation>Alle Tasten zeigen</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Change keys</source>
        <translation>Tasten ändern</translation>
    </message>
    <message>
        <source>Reset the layout of the window</source>
        <translation>Fensteraufteilung zurücksetzen</translation>
    </message>
    <message>
        <source>Next panel</source>
        <translation>Nächster Bereich</translation>
    </message>
    <message>
        <source>Previous panel</source>
        <translation>Voriger Bereich</translation>
    </message>
    <message>
        <source>Quit WarDesk</source>
        <translation>WarDesk beenden</translation>
    </message>
    <message>
        <source>Not possible now: {0}</source>
        <translation>Jetzt nicht möglich: {0}</translation>
    </message>
</context>
<context>
    <name>Minimap</name>
    <message>
        <source>Small map</source>
        <translation>Übersichtskarte</translation>
    </message>
    <message>
        <source>Click or drag to look at another part of the map</source>
        <translation>Klicken oder ziehen, um einen anderen Teil der Karte zu sehen</translation>
    </message>
    <message>
        <source>Click or drag to look at another part</source>
        <translation>Klicken oder ziehen zeigt einen anderen Teil</translation>
    </message>
</context>
<context>
    <name>ModeBar</name>
    <message>
        <source>Workspaces</source>
        <translation>Arbeitsbereiche</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tisch</translation>
    </message>
    <message>
        <source>Campaign</source>
        <translation>Feldzug</translation>
    </message>
    <message>
        <source>Study</source>
        <translation>Studie</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>Befehl suchen</translation>
    </message>
    <message>
        <source>Dark theme</source>
        <translation>Dunkles Aussehen</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Light theme</source>
        <translation>Helles Aussehen</translation>
    </message>
</context>
<context>
    <name>ModifierRow</name>
    <message>
        <source>switched on by you</source>
        <translation>von dir eingeschaltet</translation>
    </message>
    <message>
        <source>switched off by you</source>
        <translation>von dir ausgeschaltet</translation>
    </message>
</context>
<context>
    <name>NewGameDialog</name>
    <message>
        <source>New game</source>
        <translation>Neue Partie</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Spielen</translation>
    </message>
    <message>
        <source>Adjudicate</source>
        <translation>Schiedsrichter</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>Rolled here</source>
        <translation>Hier gewürfelt</translation>
    </message>
    <message>
        <source>Typed in</source>
        <translation>Eingetippt</translation>
    </message>
    <message>
        <source>Dice</source>
        <translation>Würfel</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startzahl</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginnen</translation>
    </message>
    <message>
        <source>Who plays {0}</source>
        <translation>Wer spielt {0}</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Du</translation>
    </message>
    <message>
        <source>Bot, scripted</source>
        <translation>Bot, nach Drehbuch</translation>
    </message>
    <message>
        <source>Bot, random</source>
        <translation>Bot, zufällig</translation>
    </message>
    <message>
        <source>By the rules, solitaire</source>
        <translation>Nach den Regeln, Solo</translation>
    </message>
    <message>
        <source>Another seed</source>
        <translation>Andere Startzahl</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Every outcome is proposed with its odds; you accept or overrule it.</source>
        <translation>Jedes Ergebnis wird mit seinen Chancen vorgeschlagen; du nimmst es an oder entscheidest anders.</translation>
    </message>
    <message>
        <source>The bots play against each other; you look on.</source>
        <translation>Die Bots spielen gegeneinander; du siehst zu.</translation>
    </message>
    <message>
        <source>The rules are enforced.</source>
        <translation>Die Regeln werden durchgesetzt.</translation>
    </message>
    <message>
        <source>Bots use the seed; your dice are typed in.</source>
        <translation>Bots nehmen die Startzahl; deine Würfe werden eingetippt.</translation>
    </message>
    <message>
        <source>The same seed and the same answers give the same game.</source>
        <translation>Gleiche Startzahl und gleiche Antworten ergeben die gleiche Partie.</translation>
    </message>
    <message>
        <source>Type a seed, or take another with the dice button.</source>
        <translation>Tippe eine Startzahl ein, oder nimm mit dem Würfelknopf eine andere.</translation>
    </message>
</context>
<context>
    <name>NotBuilt</name>
    <message>
        <source>Table</source>
        <translation>Tisch</translation>
    </message>
    <message>
        <source>No game on the table</source>
        <translation>Keine Partie auf dem Tisch</translation>
    </message>
    <message>
        <source>Start a scenario, or continue a game that was left open.</source>
        <translation>Beginne ein Szenario, oder spiel eine offene Partie weiter.</translation>
    </message>
    <message>
        <source>Choose a scenario</source>
        <translation>Szenario wählen</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>The map editor is not built yet</source>
        <translation>Den Karteneditor gibt es noch nicht</translation>
    </message>
    <message>
        <source>Maps can be checked and measured all the same.</source>
        <translation>Karten lassen sich trotzdem prüfen und vermessen.</translation>
    </message>
    <message>
        <source>finds gaps, overlaps and missing borders</source>
        <translation>findet Lücken, Überlappungen und fehlende Grenzen</translation>
    </message>
    <message>
        <source>says whether one cell sees another, and why</source>
        <translation>sagt, ob zwischen zwei Feldern Sichtlinie besteht, und warum</translation>
    </message>
    <message>
        <source>Back to Home</source>
        <translation>Zurück zum Start</translation>
    </message>
    <message>
        <source>Study</source>
        <translation>Studie</translation>
    </message>
    <message>
        <source>Studies are not built yet</source>
        <translation>Studien gibt es noch nicht</translation>
    </message>
    <message>
        <source>Bots can play many games by themselves, without pictures.</source>
        <translation>Bots können viele Partien allein spielen, ohne Bilder.</translation>
    </message>
    <message>
        <source>plays 100 games and counts who wins</source>
        <translation>spielt 100 Partien und zählt die Siege</translation>
    </message>
    <message>
        <source>Campaign</source>
        <translation>Feldzug</translation>
    </message>
    <message>
        <source>Campaigns are not built yet</source>
        <translation>Feldzüge gibt es noch nicht</translation>
    </message>
    <message>
        <source>Their scenarios can be played one by one from the home screen.</source>
        <translation>Ihre Szenarien lassen sich einzeln vom Startbildschirm spielen.</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Dismiss</source>
        <translation>Ausblenden</translation>
    </message>
</context>
<context>
    <name>OddsBar</name>
    <message>
        <source>{0} {1} in {2}</source>
        <translation>{0} {1} zu {2}</translation>
    </message>
    <message>
        <source>Odds: {0}</source>
        <translation>Chancen: {0}</translation>
    </message>
    <message>
        <source>No odds</source>
        <translation>Keine Chancen</translation>
    </message>
    <message>
        <source>{0}: {1} in {2}</source>
        <translation>{0}: {1} von {2}</translation>
    </message>
</context>
<context>
    <name>PhaseList</name>
    <message>
        <source>Sequence of play</source>
        <translation>Zugfolge</translation>
    </message>
</context>
<context>
    <name>Placeholder</name>
    <message>
        <source>Works today, in a terminal:</source>
        <translation>Geht schon heute, im Terminal:</translation>
    </message>
</context>
<context>
    <name>PlayersPanel</name>
    <message>
        <source>Pace of bots and dice, slow to full speed</source>
        <translation>Tempo von Bots und Würfeln, langsam bis volle Fahrt</translation>
    </message>
    <message>
        <source>Pace: slow to full speed</source>
        <translation>Tempo: langsam bis volle Fahrt</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>One step</source>
        <translation>Ein Schritt</translation>
    </message>
    <message>
        <source>Pace</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Du</translation>
    </message>
    <message>
        <source>Bot, scripted</source>
        <translation>Bot, nach Drehbuch</translation>
    </message>
    <message>
        <source>Bot, at random</source>
        <translation>Bot, zufällig</translation>
    </message>
    <message>
        <source>Player of {0}</source>
        <translation>Spieler von {0}</translation>
    </message>
    <message>
        <source>By the rules, solitaire</source>
        <translation>Nach den Regeln, Solo</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>A person is asked; nothing goes on by itself</source>
        <translation>Ein Mensch ist gefragt; von selbst geht nichts weiter</translation>
    </message>
</context>
<context>
    <name>Preferences</name>
    <message>
        <source>The settings could not be stored: {0}.</source>
        <translation>Die Einstellungen ließen sich nicht speichern: {0}.</translation>
    </message>
    <message>
        <source>They hold until WarDesk is closed. Make room, or check the folder.</source>
        <translation>Sie gelten, bis WarDesk geschlossen wird. Schaff Platz, oder prüfe den Ordner.</translation>
    </message>
</context>
<context>
    <name>QuestionBar</name>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
</context>
<context>
    <name>ResultStrip</name>
    <message>
        <source>Results by roll: {0}</source>
        <translation>Ergebnisse nach Wurf: {0}</translation>
    </message>
</context>
<context>
    <name>ScenarioTile</name>
    <message>
        <source>{0}. {1}, {2}. Players {3}, length {4}, complexity {5} of 5</source>
        <translation>{0}. {1}, {2}. Spieler {3}, Dauer {4}, Anspruch {5} von 5</translation>
    </message>
    <message>
        <source>Complexity {0} of 5</source>
        <translation>Anspruch {0} von 5</translation>
    </message>
    <message>
        <source>rebuilt parts</source>
        <translation>Teile rekonstruiert</translation>
    </message>
</context>
<context>
    <name>SettingRow</name>
    <message>
        <source>{0}: back to the usual</source>
        <translation>{0}: zurück zum Üblichen</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation>Einstellungen suchen</translation>
    </message>
    <message>
        <source>No setting has these words.</source>
        <translation>Keine Einstellung enthält diese Wörter.</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Table and keys</source>
        <translation>Tisch und Tasten</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Window and files</source>
        <translation>Fenster und Dateien</translation>
    </message>
    <message>
        <source>{0} %</source>
        <translation>{0} %</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Colours of the window.</source>
        <translation>Farben des Fensters.</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Schriftgröße</translation>
    </message>
    <message>
        <source>Words, rows and buttons. Counters and map have their own zoom.</source>
        <translation>Wörter, Zeilen und Knöpfe. Spielsteine und Karte haben ihren eigenen Zoom.</translation>
    </message>
    <message>
        <source>Reduced motion</source>
        <translation>Weniger Bewegung</translation>
    </message>
    <message>
        <source>Zoom jumps to its place instead of gliding there.</source>
        <translation>Der Zoom springt an seinen Platz, statt dorthin zu gleiten.</translation>
    </message>
    <message>
        <source>Map theme</source>
        <translation>Kartendruck</translation>
    </message>
    <message>
        <source>How maps are printed; an open table changes at once.</source>
        <translation>Wie Karten gedruckt sind; ein offener Tisch folgt sofort.</translation>
    </message>
    <message>
        <source>Printed</source>
        <translation>Gedruckt</translation>
    </message>
    <message>
        <source>Plain</source>
        <translation>Schlicht</translation>
    </message>
    <message>
        <source>Colour-blind safe</source>
        <translation>Für Farbfehlsichtige</translation>
    </message>
    <message>
        <source>Map follows the window</source>
        <translation>Karte folgt dem Fenster</translation>
    </message>
    <message>
        <source>Darker in the dark theme, strong in the high-contrast theme.</source>
        <translation>Dunkler im dunklen Fenster, kräftig bei hohem Kontrast.</translation>
    </message>
    <message>
        <source>Small map</source>
        <translation>Übersichtskarte</translation>
    </message>
    <message>
        <source>In a corner of the board, while a part of the sheet is out of view.</source>
        <translation>In einer Ecke des Plans, solange ein Teil des Bogens nicht zu sehen ist.</translation>
    </message>
    <message>
        <source>Names of cells</source>
        <translation>Feldnamen</translation>
    </message>
    <message>
        <source>Every cell shows its number or short name where there is room.</source>
        <translation>Jedes Feld zeigt Nummer oder Kurznamen, wo Platz ist.</translation>
    </message>
    <message>
        <source>Slow</source>
        <translation>Langsam</translation>
    </message>
    <message>
        <source>Unhurried</source>
        <translation>Gemächlich</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>Normal</translation>
    </message>
    <message>
        <source>Brisk</source>
        <translation>Flott</translation>
    </message>
    <message>
        <source>Full speed</source>
        <translation>Volle Fahrt</translation>
    </message>
    <message>
        <source>Pace of bots</source>
        <translation>Tempo der Bots</translation>
    </message>
    <message>
        <source>What a table starts with. At full speed dice fall by themselves.</source>
        <translation>Womit ein Tisch beginnt. Bei voller Fahrt fallen die Würfel von selbst.</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>See every command with its key, and choose others.</source>
        <translation>Alle Befehle mit ihren Tasten sehen und andere wählen.</translation>
    </message>
    <message>
        <source>Change keys…</source>
        <translation>Tasten ändern …</translation>
    </message>
    <message>
        <source>Language of the window</source>
        <translation>Sprache des Fensters</translation>
    </message>
    <message>
        <source>Questions, rule summaries and names that come from the games are in English for now.</source>
        <translation>Fragen, Regelauszüge und Namen aus den Spielen sind vorerst englisch.</translation>
    </message>
    <message>
        <source>cannot be used: {0}</source>
        <translation>nicht benutzbar: {0}</translation>
    </message>
    <message>
        <source>Place of the window</source>
        <translation>Platz des Fensters</translation>
    </message>
    <message>
        <source>Back to the usual size, with all panels shown.</source>
        <translation>Zurück zur üblichen Größe, mit allen Bereichen.</translation>
    </message>
    <message>
        <source>Reset the layout</source>
        <translation>Aufteilung zurücksetzen</translation>
    </message>
    <message>
        <source>Folder of your games</source>
        <translation>Ordner deiner Partien</translation>
    </message>
    <message>
        <source>{0}. Set WARDESK_HOME before the start to use another.</source>
        <translation>{0}. Setz vor dem Start WARDESK_HOME, um einen anderen zu nehmen.</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Open the window anew</source>
        <translation>Fenster neu öffnen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Text size and language come with a new window; an open game stays open.</source>
        <translation>Schriftgröße und Sprache kommen mit einem neuen Fenster; eine offene Partie bleibt offen.</translation>
    </message>
    <message>
        <source>Every change is stored at once.</source>
        <translation>Jede Änderung ist sofort gespeichert.</translation>
    </message>
</context>
<context>
    <name>Stepper</name>
    <message>
        <source>{0}: one less</source>
        <translation>{0}: eins weniger</translation>
    </message>
    <message>
        <source>{0}: one more</source>
        <translation>{0}: eins mehr</translation>
    </message>
</context>
<context>
    <name>Table</name>
    <message>
        <source>Back to now</source>
        <translation>Zurück ins Jetzt</translation>
    </message>
    <message>
        <source>Try from here</source>
        <translation>Von hier probieren</translation>
    </message>
    <message>
        <source>Try something else from here; what was played after it stays as a branch</source>
        <translation>Von hier etwas anderes probieren; was danach gespielt wurde, bleibt als Zweig</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Compare this event with others</source>
        <translation>Dieses Ereignis mit anderen vergleichen</translation>
    </message>
    <message>
        <source>Past</source>
        <translation>Rückblick</translation>
    </message>
    <message>
        <source>The table after event {0}</source>
        <translation>Der Tisch nach Ereignis {0}</translation>
    </message>
    <message>
        <source>You are looking back; nothing can be changed here.</source>
        <translation>Du blickst zurück; hier lässt sich nichts ändern.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>A rule broke; nothing was changed</source>
        <translation>Eine Regel versagte; nichts wurde geändert</translation>
    </message>
    <message>
        <source>Over</source>
        <translation>Vorbei</translation>
    </message>
    <message>
        <source>Nothing is left to decide</source>
        <translation>Es ist nichts mehr zu entscheiden</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>The game is over.</source>
        <translation>Die Partie ist vorbei.</translation>
    </message>
    <message>
        <source>Umpire</source>
        <translation>Schiedsrichter</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>Dice</source>
        <translation>Würfel</translation>
    </message>
    <message>
        <source>The bot is thinking…</source>
        <translation>Der Bot überlegt …</translation>
    </message>
    <message>
        <source>The bot decides.</source>
        <translation>Der Bot entscheidet.</translation>
    </message>
    <message>
        <source>Pause or go on</source>
        <translation>Anhalten oder weiter</translation>
    </message>
    <message>
        <source>One step</source>
        <translation>Ein Schritt</translation>
    </message>
    <message>
        <source>{0} decides</source>
        <translation>{0} entscheidet</translation>
    </message>
    <message>
        <source>Waiting for: {0}</source>
        <translation>Wartet auf: {0}</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>antworten</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>Pfeile</translation>
    </message>
    <message>
        <source>walk</source>
        <translation>gehen</translation>
    </message>
    <message>
        <source>pick</source>
        <translation>nehmen</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>lay a pile out</source>
        <translation>Stapel auslegen</translation>
    </message>
    <message>
        <source>hide panels</source>
        <translation>Bereiche ausblenden</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tisch</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Roll the dice</source>
        <translation>Würfeln</translation>
    </message>
    <message>
        <source>Type the dice</source>
        <translation>Wurf eintippen</translation>
    </message>
    <message>
        <source>Give the first answer</source>
        <translation>Die erste Antwort geben</translation>
    </message>
    <message>
        <source>Pause the bots or let them go on</source>
        <translation>Bots anhalten oder weiterspielen lassen</translation>
    </message>
    <message>
        <source>Overrule the proposal</source>
        <translation>Anders als vorgeschlagen entscheiden</translation>
    </message>
    <message>
        <source>Look one event back</source>
        <translation>Ein Ereignis zurückblicken</translation>
    </message>
    <message>
        <source>Look one event on</source>
        <translation>Ein Ereignis vorblicken</translation>
    </message>
    <message>
        <source>Show the whole sheet</source>
        <translation>Den ganzen Bogen zeigen</translation>
    </message>
    <message>
        <source>To the start of the game</source>
        <translation>Zum Anfang der Partie</translation>
    </message>
    <message>
        <source>Back by a turn</source>
        <translation>Einen Zug zurück</translation>
    </message>
    <message>
        <source>Forth by a turn</source>
        <translation>Einen Zug vor</translation>
    </message>
    <message>
        <source>Play through the past</source>
        <translation>Rückblick abspielen</translation>
    </message>
    <message>
        <source>Try something else from here</source>
        <translation>Von hier etwas anderes probieren</translation>
    </message>
    <message>
        <source>Bookmark the shown event</source>
        <translation>Lesezeichen am gezeigten Ereignis</translation>
    </message>
    <message>
        <source>Write a note on the shown event</source>
        <translation>Notiz zum gezeigten Ereignis schreiben</translation>
    </message>
    <message>
        <source>Compare with the shown event</source>
        <translation>Mit dem gezeigten Ereignis vergleichen</translation>
    </message>
    <message>
        <source>After-action report…</source>
        <translation>Gefechtsbericht …</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Zoom</translation>
    </message>
    <message>
        <source>Closer</source>
        <translation>Näher</translation>
    </message>
    <message>
        <source>Whole sheet</source>
        <translation>Ganzer Bogen</translation>
    </message>
    <message>
        <source>Further away</source>
        <translation>Weiter weg</translation>
    </message>
    <message>
        <source>Lay the pile out</source>
        <translation>Stapel auslegen</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Bearbeiten …</translation>
    </message>
    <message>
        <source>Edit… (adjudicate mode only)</source>
        <translation>Bearbeiten … (nur als Schiedsrichter)</translation>
    </message>
    <message>
        <source>Out of the game</source>
        <translation>Aus dem Spiel</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Which is best?</source>
        <translation>Was ist am besten?</translation>
    </message>
    <message>
        <source>Roll</source>
        <translation>Würfeln</translation>
    </message>
    <message>
        <source>Type what was drawn</source>
        <translation>Gezogenes eintippen</translation>
    </message>
    <message>
        <source>Type dice</source>
        <translation>Wurf eintippen</translation>
    </message>
    <message>
        <source>Send back</source>
        <translation>Zurückgeben</translation>
    </message>
    <message>
        <source>Back to the last decision</source>
        <translation>Zurück zur letzten Entscheidung</translation>
    </message>
    <message>
        <source>Accept: {0}</source>
        <translation>Annehmen: {0}</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Annehmen</translation>
    </message>
    <message>
        <source>only at the table</source>
        <translation>nur am Tisch</translation>
    </message>
    <message>
        <source>Show what the question is about</source>
        <translation>Zeigen, worum es geht</translation>
    </message>
    <message>
        <source>Turn the sheet clockwise</source>
        <translation>Bogen im Uhrzeigersinn drehen</translation>
    </message>
    <message>
        <source>Turn the sheet back</source>
        <translation>Bogen zurückdrehen</translation>
    </message>
    <message>
        <source>Small map on or off</source>
        <translation>Übersichtskarte ein oder aus</translation>
    </message>
    <message>
        <source>Names of cells on or off</source>
        <translation>Feldnamen ein oder aus</translation>
    </message>
    <message>
        <source>Roll {0}</source>
        <translation>{0} würfeln</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>What was drawn</source>
        <translation>Was gezogen wurde</translation>
    </message>
    <message>
        <source>Die {0}, 1 to {1}</source>
        <translation>Würfel {0}, 1 bis {1}</translation>
    </message>
    <message>
        <source>Type every die first</source>
        <translation>Erst jeden Würfel eintippen</translation>
    </message>
    <message>
        <source>A die shows 1 to {0}, not {1}.</source>
        <translation>Ein Würfel zeigt 1 bis {0}, nicht {1}.</translation>
    </message>
    <message>
        <source>Edit {0}</source>
        <translation>{0} bearbeiten</translation>
    </message>
    <message>
        <source>Reason; it goes on the record</source>
        <translation>Begründung; sie kommt ins Protokoll</translation>
    </message>
    <message>
        <source>Reason of the edit</source>
        <translation>Begründung der Änderung</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>Record the edit</source>
        <translation>Änderung eintragen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Nothing has been changed</source>
        <translation>Es wurde nichts geändert</translation>
    </message>
    <message>
        <source>Write the reason first</source>
        <translation>Erst die Begründung schreiben</translation>
    </message>
    <message>
        <source>Go back</source>
        <translation>Zurückgehen</translation>
    </message>
    <message>
        <source>Nothing is to be moved now</source>
        <translation>Jetzt ist nichts zu ziehen</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>Zug</translation>
    </message>
    <message>
        <source>List</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>Branches</source>
        <translation>Zweige</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Players</source>
        <translation>Spieler</translation>
    </message>
    <message>
        <source>Where in the game</source>
        <translation>Wo in der Partie</translation>
    </message>
    <message>
        <source>To the start</source>
        <translation>Zum Anfang</translation>
    </message>
    <message>
        <source>One event back</source>
        <translation>Ein Ereignis zurück</translation>
    </message>
    <message>
        <source>One event forth</source>
        <translation>Ein Ereignis vor</translation>
    </message>
    <message>
        <source>To the present</source>
        <translation>In die Gegenwart</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>event {0}</source>
        <translation>Ereignis {0}</translation>
    </message>
    <message>
        <source>Take the bookmark away</source>
        <translation>Lesezeichen wegnehmen</translation>
    </message>
    <message>
        <source>Bookmark this event</source>
        <translation>Lesezeichen setzen</translation>
    </message>
    <message>
        <source>Change the note</source>
        <translation>Notiz ändern</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>Notiz schreiben</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Halt</translation>
    </message>
    <message>
        <source>{0}/s</source>
        <translation>{0}/s</translation>
    </message>
    <message>
        <source>Speed: {0} events a second</source>
        <translation>Tempo: {0} Ereignisse je Sekunde</translation>
    </message>
    <message>
        <source>That one cannot be picked here</source>
        <translation>Das lässt sich hier nicht nehmen</translation>
    </message>
    <message>
        <source>No more than {0} may be picked</source>
        <translation>Höchstens {0} dürfen genommen werden</translation>
    </message>
    <message>
        <source>Pick at least {0} first</source>
        <translation>Erst mindestens {0} nehmen</translation>
    </message>
    <message>
        <source>Go with {0}</source>
        <translation>Mit {0} los</translation>
    </message>
    <message>
        <source>Go</source>
        <translation>Los</translation>
    </message>
    <message>
        <source>Attack with {0}</source>
        <translation>Mit {0} angreifen</translation>
    </message>
    <message>
        <source>That piece cannot move now</source>
        <translation>Dieser Stein kann jetzt nicht ziehen</translation>
    </message>
    <message>
        <source>Pick a piece first</source>
        <translation>Erst einen Stein nehmen</translation>
    </message>
    <message>
        <source>It cannot be reached from here</source>
        <translation>Von hier aus nicht erreichbar</translation>
    </message>
    <message>
        <source>Main line</source>
        <translation>Hauptlinie</translation>
    </message>
    <message>
        <source>Branch {0}</source>
        <translation>Zweig {0}</translation>
    </message>
    <message>
        <source>Branches of the game</source>
        <translation>Zweige der Partie</translation>
    </message>
    <message>
        <source>Switch</source>
        <translation>Wechseln</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Bookmarks and notes</source>
        <translation>Lesezeichen und Notizen</translation>
    </message>
    <message>
        <source>M sets a bookmark on the event that is shown, N writes a note.</source>
        <translation>M setzt ein Lesezeichen am gezeigten Ereignis, N schreibt eine Notiz.</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Compare two points</source>
        <translation>Zwei Punkte vergleichen</translation>
    </message>
    <message>
        <source>End the comparison</source>
        <translation>Vergleich beenden</translation>
    </message>
    <message>
        <source>C compares the shown event with others: keep it, then go to the second point.</source>
        <translation>C vergleicht das gezeigte Ereignis mit anderen: erst festhalten, dann zum zweiten Punkt gehen.</translation>
    </message>
    <message>
        <source>1 event</source>
        <translation>1 Ereignis</translation>
    </message>
    <message>
        <source>{0} events</source>
        <translation>{0} Ereignisse</translation>
    </message>
    <message>
        <source>to {0}</source>
        <translation>nach {0}</translation>
    </message>
    <message>
        <source>from {0} to {1}</source>
        <translation>von {0} bis {1}</translation>
    </message>
    <message>
        <source>here</source>
        <translation>hier</translation>
    </message>
    <message>
        <source>The game stands on this branch already</source>
        <translation>Die Partie steht schon auf diesem Zweig</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>{0} still to be shared out</source>
        <translation>noch {0} aufzuteilen</translation>
    </message>
    <message>
        <source>{0} too many</source>
        <translation>{0} zu viel</translation>
    </message>
    <message>
        <source>Share out {0}</source>
        <translation>{0} aufteilen</translation>
    </message>
    <message>
        <source>{0} of {1}: {2}</source>
        <translation>{0} von {1}: {2}</translation>
    </message>
    <message>
        <source>Proposal</source>
        <translation>Vorschlag</translation>
    </message>
    <message>
        <source>Proposal {0}</source>
        <translation>Vorschlag {0}</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>Modifiers</source>
        <translation>Modifikatoren</translation>
    </message>
    <message>
        <source>switch any that do not hold</source>
        <translation>abschalten, was nicht zutrifft</translation>
    </message>
    <message>
        <source>as they counted</source>
        <translation>wie sie zählten</translation>
    </message>
    <message>
        <source>already rolled</source>
        <translation>schon gewürfelt</translation>
    </message>
    <message>
        <source>Column {0}: {1}</source>
        <translation>Spalte {0}: {1}</translation>
    </message>
    <message>
        <source>The engine proposed other modifiers</source>
        <translation>Vorgeschlagen waren andere Modifikatoren</translation>
    </message>
    <message>
        <source>Reason for the changed modifiers</source>
        <translation>Begründung der geänderten Modifikatoren</translation>
    </message>
    <message>
        <source>Write why the modifiers differ first</source>
        <translation>Erst begründen, warum die Modifikatoren abweichen</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Override</source>
        <translation>Anders entscheiden</translation>
    </message>
    <message>
        <source>Reason of the ruling</source>
        <translation>Begründung des Entscheids</translation>
    </message>
    <message>
        <source>Overrule</source>
        <translation>So entscheiden</translation>
    </message>
    <message>
        <source>proposed: {0}</source>
        <translation>vorgeschlagen: {0}</translation>
    </message>
    <message>
        <source>Change the result to overrule it.</source>
        <translation>Ändere das Ergebnis, um anders zu entscheiden.</translation>
    </message>
    <message>
        <source>Write the reason first.</source>
        <translation>Schreib erst die Begründung.</translation>
    </message>
    <message>
        <source>The reason goes on the record.</source>
        <translation>Die Begründung kommt ins Protokoll.</translation>
    </message>
    <message>
        <source>The result was changed: overrule, or put it back</source>
        <translation>Das Ergebnis ist geändert: so entscheiden oder zurückstellen</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Spielen</translation>
    </message>
    <message>
        <source>Adjudicate</source>
        <translation>Schiedsrichter</translation>
    </message>
    <message>
        <source>Who decides results</source>
        <translation>Wer über Ergebnisse entscheidet</translation>
    </message>
    <message>
        <source>Stop for a ruling</source>
        <translation>Halt für einen Entscheid</translation>
    </message>
    <message>
        <source>Stop at every outcome</source>
        <translation>Bei jedem Ergebnis halten</translation>
    </message>
    <message>
        <source>Stop where something changes</source>
        <translation>Halten, wo sich etwas ändert</translation>
    </message>
    <message>
        <source>Never stop</source>
        <translation>Nie halten</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>gespeichert</translation>
    </message>
    <message>
        <source>typed</source>
        <translation>eingetippt</translation>
    </message>
    <message>
        <source>rolled by seed</source>
        <translation>nach Startzahl gewürfelt</translation>
    </message>
    <message>
        <source>event {0}, {1}</source>
        <translation>Ereignis {0}, {1}</translation>
    </message>
    <message>
        <source>Zoom {0} %</source>
        <translation>Zoom {0} %</translation>
    </message>
    <message>
        <source>Best to worst, by exact odds</source>
        <translation>Beste bis schlechteste, nach genauen Chancen</translation>
    </message>
    <message>
        <source>Choices ranked by exact odds</source>
        <translation>Möglichkeiten, nach genauen Chancen geordnet</translation>
    </message>
    <message>
        <source>Came: {0}, at {1}</source>
        <translation>Gekommen: {0}, bei {1}</translation>
    </message>
    <message>
        <source>Lost: {0}, at {1}</source>
        <translation>Verloren: {0}, bei {1}</translation>
    </message>
    <message>
        <source>{0}: {1} → {2}</source>
        <translation>{0}: {1} → {2}</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>Not over any more</source>
        <translation>Nicht mehr vorbei</translation>
    </message>
    <message>
        <source>no longer {0}</source>
        <translation>nicht mehr {0}</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>{0}, no longer</source>
        <translation>{0}, nicht mehr</translation>
    </message>
    <message>
        <source>other contents</source>
        <translation>anderer Inhalt</translation>
    </message>
    <message>
        <source>{0} lost</source>
        <translation>{0} verloren</translation>
    </message>
    <message>
        <source>{0} came</source>
        <translation>{0} gekommen</translation>
    </message>
    <message>
        <source>{0} moved</source>
        <translation>{0} gezogen</translation>
    </message>
    <message>
        <source>{0} changed</source>
        <translation>{0} verändert</translation>
    </message>
    <message>
        <source>{0} marks</source>
        <translation>{0} Marken</translation>
    </message>
    <message>
        <source>{0} tracks</source>
        <translation>{0} Leisten</translation>
    </message>
    <message>
        <source>Nothing differs</source>
        <translation>Kein Unterschied</translation>
    </message>
    <message>
        <source>Event {0}: {1}</source>
        <translation>Ereignis {0}: {1}</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Note on event {0}</source>
        <translation>Notiz zu Ereignis {0}</translation>
    </message>
    <message>
        <source>Name of “{0}”</source>
        <translation>Name von „{0}“</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>Zweig</translation>
    </message>
    <message>
        <source>Event {0} and event {1}</source>
        <translation>Ereignis {0} und Ereignis {1}</translation>
    </message>
    <message>
        <source>This is the first point. Go to another one by the timeline.</source>
        <translation>Das ist der erste Punkt. Geh über den Zeitstrahl zu einem anderen.</translation>
    </message>
    <message>
        <source>after-action.html</source>
        <translation>gefechtsbericht.html</translation>
    </message>
    <message>
        <source>After-action report</source>
        <translation>Gefechtsbericht</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>Webseite (*.html)</translation>
    </message>
    <message>
        <source>Reading the game and drawing its pictures…</source>
        <translation>Die Partie wird gelesen, ihre Bilder werden gezeichnet …</translation>
    </message>
    <message>
        <source>Pictures drawn</source>
        <translation>Gezeichnete Bilder</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>The report is in {0}</source>
        <translation>Der Bericht liegt in {0}</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>The report could not be written.</source>
        <translation>Der Bericht ließ sich nicht schreiben.</translation>
    </message>
    <message>
        <source>Where men fell, on the map</source>
        <translation>Wo Männer fielen, auf der Karte</translation>
    </message>
    <message>
        <source>Where men fell</source>
        <translation>Wo Männer fielen</translation>
    </message>
    <message>
        <source>No dice have fallen.</source>
        <translation>Es sind noch keine Würfel gefallen.</translation>
    </message>
    <message>
        <source>Dice, and what was to be expected</source>
        <translation>Würfe, und was zu erwarten war</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>Not on the map</source>
        <translation>Nicht auf der Karte</translation>
    </message>
    <message>
        <source>Both sides</source>
        <translation>Beide Seiten</translation>
    </message>
    <message>
        <source> ({0} off the map)</source>
        <translation> ({0} neben der Karte)</translation>
    </message>
    <message>
        <source>Nobody has fallen yet.</source>
        <translation>Es ist noch niemand gefallen.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Take away</source>
        <translation>Wegnehmen</translation>
    </message>
    <message>
        <source>Write something first</source>
        <translation>Erst etwas schreiben</translation>
    </message>
    <message>
        <source>At most {0} characters</source>
        <translation>Höchstens {0} Zeichen</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitstrahl</translation>
    </message>
</context>
<context>
    <name>TableList</name>
    <message>
        <source>List of answers, pieces and places</source>
        <translation>Liste der Antworten, Steine und Orte</translation>
    </message>
    <message>
        <source>On the board</source>
        <translation>Auf dem Plan</translation>
    </message>
    <message>
        <source>Beside the board</source>
        <translation>Neben dem Plan</translation>
    </message>
    <message>
        <source>{0}, not possible: {1}</source>
        <translation>{0}, nicht möglich: {1}</translation>
    </message>
    <message>
        <source>picked</source>
        <translation>genommen</translation>
    </message>
    <message>
        <source>not picked</source>
        <translation>nicht genommen</translation>
    </message>
</context>
<context>
    <name>TrackView</name>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>{0}: {1} of {2}</source>
        <translation>{0}: {1} von {2}</translation>
    </message>
</context>
<context>
    <name>TurnPanel</name>
    <message>
        <source>Turn</source>
        <translation>Zug</translation>
    </message>
</context>
<context>
    <name>Workspace</name>
    <message>
        <source>home</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>any command</source>
        <translation>jeder Befehl</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>Tasten</translation>
    </message>
</context>
<context>
    <name>_CommandLine</name>
    <message>
        <source>Copy “{0}”</source>
        <translation>„{0}“ kopieren</translation>
    </message>
</context>
<context>
    <name>_Row</name>
    <message>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>to come</source>
        <translation>kommt noch</translation>
    </message>
</context>
<context>
    <name>_Turns</name>
    <message>
        <source>Turn {0}: {1}</source>
        <translation>Zug {0}: {1}</translation>
    </message>
</context>
</TS>
