<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>ActFormController</name>
    <message>
        <source>Nothing changed.</source>
        <translation>Nichts wurde geändert.</translation>
    </message>
</context>
<context>
    <name>ActFormDialog</name>
    <message>
        <source>Do something the rules allow</source>
        <translation>Etwas tun, was die Regeln erlauben</translation>
    </message>
    <message>
        <source>Find: bridge, drop, rout, 4.3.2 …</source>
        <translation>Suchen: Brücke, Absprung, Flucht, 4.3.2 …</translation>
    </message>
    <message>
        <source>Find an action</source>
        <translation>Handlung suchen</translation>
    </message>
    <message>
        <source>What can be done</source>
        <translation>Was möglich ist</translation>
    </message>
    <message>
        <source>Die on the table</source>
        <translation>Würfel auf dem Tisch</translation>
    </message>
    <message>
        <source>Use this die</source>
        <translation>Wurf nehmen</translation>
    </message>
    <message>
        <source>Do it</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Allow it all the same, because …</source>
        <translation>Dennoch erlauben, weil …</translation>
    </message>
    <message>
        <source>Allow with a reason</source>
        <translation>Mit Begründung erlauben</translation>
    </message>
    <message>
        <source>The umpire&apos;s word stands over the rule; the log and the report keep both.</source>
        <translation>Das Wort des Schiedsrichters steht über der Regel; Protokoll und Bericht halten beides fest.</translation>
    </message>
    <message>
        <source>, rolls a die</source>
        <translation>, wirft einen Würfel</translation>
    </message>
    <message>
        <source>{0} does this; in secret, bound until it is told.</source>
        <translation>{0} tut das; geheim, gebunden bis zur Aufdeckung.</translation>
    </message>
    <message>
        <source>{0} does this.</source>
        <translation>{0} tut das.</translation>
    </message>
    <message>
        <source>Roll</source>
        <translation>Würfeln</translation>
    </message>
    <message>
        <source>Overruled: {0}</source>
        <translation>Außer Kraft gesetzt: {0}</translation>
    </message>
    <message>
        <source>It can be done; one event is written.</source>
        <translation>Das geht; ein Ereignis wird geschrieben.</translation>
    </message>
    <message>
        <source>It can be done; {0} events are written.</source>
        <translation>Das geht; {0} Ereignisse werden geschrieben.</translation>
    </message>
    <message>
        <source>switched off: {0}</source>
        <translation>ausgeschaltet: {0}</translation>
    </message>
    <message>
        <source>Needed: die {0}, {1} or less</source>
        <translation>Nötig: Würfel {0}, {1} oder weniger</translation>
    </message>
    <message>
        <source>Needed: {0} or less</source>
        <translation>Nötig: {0} oder weniger</translation>
    </message>
    <message>
        <source>The rules are being asked</source>
        <translation>Die Regeln werden gefragt</translation>
    </message>
    <message>
        <source>This campaign&apos;s dice are typed: choose what was rolled</source>
        <translation>In diesem Feldzug werden Würfe eingetippt: Wähl, was gewürfelt wurde</translation>
    </message>
</context>
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
    <name>AreaOptions</name>
    <message>
        <source>Snap to borders</source>
        <translation>An Grenzen einrasten</translation>
    </message>
    <message>
        <source>Follow borders</source>
        <translation>Grenzen folgen</translation>
    </message>
</context>
<context>
    <name>AreaTool</name>
    <message>
        <source>Draw area</source>
        <translation>Sektor zeichnen</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>next corner</source>
        <translation>nächste Ecke</translation>
    </message>
    <message>
        <source>close</source>
        <translation>schließen</translation>
    </message>
    <message>
        <source>take back a corner</source>
        <translation>Ecke zurück</translation>
    </message>
    <message>
        <source>put aside</source>
        <translation>beiseitelegen</translation>
    </message>
    <message>
        <source>no snapping</source>
        <translation>ohne Einrasten</translation>
    </message>
    <message>
        <source>follow borders</source>
        <translation>Grenzen folgen</translation>
    </message>
    <message>
        <source>take up the last outline</source>
        <translation>letzten Umriss aufnehmen</translation>
    </message>
    <message>
        <source>first corner</source>
        <translation>erste Ecke</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>draw freely</source>
        <translation>frei zeichnen</translation>
    </message>
    <message>
        <source>snapping</source>
        <translation>einrasten</translation>
    </message>
    <message>
        <source>Take</source>
        <translation>Nehmen</translation>
    </message>
    <message>
        <source>Fill</source>
        <translation>Füllen</translation>
    </message>
    <message>
        <source>Take the ground of areas below, or fill only what is free</source>
        <translation>Den Sektoren darunter den Grund nehmen oder nur Freies füllen</translation>
    </message>
</context>
<context>
    <name>AskCard</name>
    <message>
        <source>Next step</source>
        <translation>Nächster Schritt</translation>
    </message>
    <message>
        <source>Only the umpire does things here. This is what the seat sees.</source>
        <translation>Hier handelt nur der Schiedsrichter. Das sieht dieser Platz.</translation>
    </message>
    <message>
        <source>The last turn is over.</source>
        <translation>Der letzte Zug ist vorbei.</translation>
    </message>
    <message>
        <source>Every line of this turn is done.</source>
        <translation>Alle Punkte dieses Zugs sind erledigt.</translation>
    </message>
    <message>
        <source>Begin the next turn</source>
        <translation>Nächsten Zug beginnen</translation>
    </message>
    <message>
        <source>{0} does this. What is played at the table is only noted as done.</source>
        <translation>Das macht {0}. Was am Tisch gespielt wird, wird nur als erledigt vermerkt.</translation>
    </message>
    <message>
        <source>Note, if done by hand</source>
        <translation>Notiz, falls von Hand erledigt</translation>
    </message>
    <message>
        <source>Do it</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Or leave it, with a note</source>
        <translation>Oder auslassen, mit Notiz</translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation>Auslassen</translation>
    </message>
    <message>
        <source>Write a note first</source>
        <translation>Erst eine Notiz schreiben</translation>
    </message>
    <message>
        <source>Needed: die {0}, {1} or less</source>
        <translation>Nötig: Würfel {0}, {1} oder weniger</translation>
    </message>
    <message>
        <source>Needed: {0} or less</source>
        <translation>Nötig: {0} oder weniger</translation>
    </message>
    <message>
        <source>Not possible to roll: {0}.</source>
        <translation>Würfeln geht nicht: {0}.</translation>
    </message>
    <message>
        <source>always counts</source>
        <translation>zählt immer</translation>
    </message>
    <message>
        <source>Why they do not count</source>
        <translation>Warum sie nicht zählen</translation>
    </message>
    <message>
        <source>Say why a modifier does not count</source>
        <translation>Sag, warum ein Modifikator nicht zählt</translation>
    </message>
    <message>
        <source>Dispatch points paid</source>
        <translation>Bezahlte Depeschenpunkte</translation>
    </message>
    <message>
        <source>Roll</source>
        <translation>Würfeln</translation>
    </message>
    <message>
        <source>This campaign&apos;s dice are typed: choose what was rolled</source>
        <translation>In diesem Feldzug werden Würfe eingetippt: Wähl, was gewürfelt wurde</translation>
    </message>
    <message>
        <source>Die on the table</source>
        <translation>Würfel auf dem Tisch</translation>
    </message>
    <message>
        <source>Use this die</source>
        <translation>Wurf nehmen</translation>
    </message>
    <message>
        <source>Or decide it yourself; the odds stay on record.</source>
        <translation>Oder entscheide selbst; die Chancen bleiben im Protokoll.</translation>
    </message>
    <message>
        <source>Decide…</source>
        <translation>Entscheiden …</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>Reason for deciding otherwise</source>
        <translation>Begründung der anderen Entscheidung</translation>
    </message>
    <message>
        <source>Overrule</source>
        <translation>So entscheiden</translation>
    </message>
    <message>
        <source>Choose what comes out</source>
        <translation>Wähl, was herauskommt</translation>
    </message>
    <message>
        <source>Say why: a reason is needed</source>
        <translation>Sag, warum: Eine Begründung ist nötig</translation>
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
    <name>BorderOptions</name>
    <message>
        <source>Paints</source>
        <translation>Malt</translation>
    </message>
    <message>
        <source>no kind: add one in the palette</source>
        <translation>keine Art: leg eine in der Palette an</translation>
    </message>
</context>
<context>
    <name>BorderReasonDialog</name>
    <message>
        <source>Say why: whoever meets this border must be able to read it.</source>
        <translation>Sag, warum: Wer auf diese Grenze trifft, muss es lesen können.</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>a ferry, a cliff, a blown bridge…</source>
        <translation>eine Fähre, ein Steilhang, eine gesprengte Brücke …</translation>
    </message>
</context>
<context>
    <name>BorderTool</name>
    <message>
        <source>Paint borders</source>
        <translation>Grenzen malen</translation>
    </message>
    <message>
        <source>Click again</source>
        <translation>Nochmal klicken</translation>
    </message>
    <message>
        <source>turn the high side round</source>
        <translation>hohe Seite wechseln</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>paint borders</source>
        <translation>Grenzen malen</translation>
    </message>
    <message>
        <source>back to the first kind</source>
        <translation>zurück zur ersten Art</translation>
    </message>
    <message>
        <source>Ctrl+click</source>
        <translation>Ctrl+Klick</translation>
    </message>
    <message>
        <source>pick up the kind</source>
        <translation>Art aufnehmen</translation>
    </message>
    <message>
        <source>{0}, {1} lies high</source>
        <translation>{0}, {1} liegt hoch</translation>
    </message>
    <message>
        <source>the outside</source>
        <translation>das Äußere</translation>
    </message>
</context>
<context>
    <name>BoxesPage</name>
    <message>
        <source>In the display, on the map with the next morning: {0}</source>
        <translation>In der Auslage, am nächsten Morgen auf der Karte: {0}</translation>
    </message>
    <message>
        <source>Nobody is here.</source>
        <translation>Hier ist niemand.</translation>
    </message>
</context>
<context>
    <name>BoxesView</name>
    <message>
        <source>Boxes beside the map</source>
        <translation>Kästen neben der Karte</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>Track of {0}</source>
        <translation>Leiste von {0}</translation>
    </message>
    <message>
        <source>Other boxes</source>
        <translation>Andere Kästen</translation>
    </message>
    <message>
        <source>, our number</source>
        <translation>, unsere Zahl</translation>
    </message>
</context>
<context>
    <name>BridgesPanel</name>
    <message>
        <source>Bridges</source>
        <translation>Brücken</translation>
    </message>
    <message>
        <source>{0} intact, nobody&apos;s yet</source>
        <translation>{0} intakt, noch in niemandes Hand</translation>
    </message>
</context>
<context>
    <name>BrokenPacks</name>
    <message>
        <source>Packs that cannot be opened</source>
        <translation>Pakete, die sich nicht öffnen lassen</translation>
    </message>
    <message>
        <source>{0} cannot be opened</source>
        <translation>{0} lässt sich nicht öffnen</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Nochmal nachsehen</translation>
    </message>
    <message>
        <source>Forget it</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Take it off this list; the folder stays</source>
        <translation>Aus dieser Liste nehmen; der Ordner bleibt</translation>
    </message>
</context>
<context>
    <name>BrushTool</name>
    <message>
        <source>Brush</source>
        <translation>Pinsel</translation>
    </message>
    <message>
        <source>paint {0}</source>
        <translation>{0} malen</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>second ink</source>
        <translation>zweite Farbe</translation>
    </message>
    <message>
        <source>swap inks</source>
        <translation>Farben tauschen</translation>
    </message>
</context>
<context>
    <name>CalendarStrip</name>
    <message>
        <source>Calendar, {0}</source>
        <translation>Kalender, {0}</translation>
    </message>
</context>
<context>
    <name>CalibrateOptions</name>
    <message>
        <source>Place of the mark: a cell, or two coordinates</source>
        <translation>Ort der Marke: ein Feld oder zwei Koordinaten</translation>
    </message>
    <message>
        <source>Stretch</source>
        <translation>Dehnen</translation>
    </message>
    <message>
        <source>Rigid</source>
        <translation>Starr</translation>
    </message>
    <message>
        <source>Whether the picture may be stretched in one direction</source>
        <translation>Ob sich das Bild in einer Richtung dehnen darf</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Cell or x, y</source>
        <translation>Feld / x, y</translation>
    </message>
    <message>
        <source>How long the scale bar is, in {0}</source>
        <translation>Wie lang der Maßstabsbalken ist, in {0}</translation>
    </message>
    <message>
        <source>Where the point that you marked belongs: a cell, or two coordinates</source>
        <translation>Wohin der markierte Punkt gehört: ein Feld oder zwei Koordinaten</translation>
    </message>
    <message>
        <source>Lay the picture there (Enter)</source>
        <translation>Das Bild dorthin legen (Enter)</translation>
    </message>
    <message>
        <source>Mark two known points first.</source>
        <translation>Markiere erst zwei bekannte Punkte.</translation>
    </message>
</context>
<context>
    <name>CalibrateTool</name>
    <message>
        <source>Calibrate the scan</source>
        <translation>Scan einpassen</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>where the point belongs on the map</source>
        <translation>wohin der Punkt auf der Karte gehört</translation>
    </message>
    <message>
        <source>it belongs to {0}</source>
        <translation>er gehört zu {0}</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Tippen</translation>
    </message>
    <message>
        <source>a cell, or x, y</source>
        <translation>Feld oder x, y</translation>
    </message>
    <message>
        <source>no snapping</source>
        <translation>ohne Einrasten</translation>
    </message>
    <message>
        <source>apply</source>
        <translation>anwenden</translation>
    </message>
    <message>
        <source>a known point of the scan</source>
        <translation>bekannter Punkt</translation>
    </message>
    <message>
        <source>Alt+click</source>
        <translation>Alt+Klick</translation>
    </message>
    <message>
        <source>an end of its scale bar</source>
        <translation>Ende des Maßstabs</translation>
    </message>
    <message>
        <source>Shift+click</source>
        <translation>Shift+Klick</translation>
    </message>
    <message>
        <source>take a mark away</source>
        <translation>Marke weg</translation>
    </message>
    <message>
        <source>the last one</source>
        <translation>die letzte</translation>
    </message>
    <message>
        <source>drop</source>
        <translation>verwerfen</translation>
    </message>
    <message>
        <source>There is no picture at that point.</source>
        <translation>An diesem Punkt liegt kein Bild.</translation>
    </message>
    <message>
        <source>Lay a scanned board under the map first, with the tool beside.</source>
        <translation>Leg erst mit dem Werkzeug daneben einen gescannten Plan unter die Karte.</translation>
    </message>
    <message>
        <source>The picture {0} is locked.</source>
        <translation>Das Bild {0} ist gesperrt.</translation>
    </message>
    <message>
        <source>Unlock it with the scanned-board tool.</source>
        <translation>Entsperre es mit dem Werkzeug für gescannte Pläne.</translation>
    </message>
    <message>
        <source>Sized by the scale bar</source>
        <translation>Größe nach dem Maßstabsbalken</translation>
    </message>
    <message>
        <source>Marks: {0}</source>
        <translation>Marken: {0}</translation>
    </message>
    <message>
        <source>error {0} cells</source>
        <translation>Fehler {0} Felder</translation>
    </message>
    <message>
        <source>drift {0} cells in ten</source>
        <translation>Verzug {0} Felder auf zehn</translation>
    </message>
    <message>
        <source>error {0} {1}</source>
        <translation>Fehler {0} {1}</translation>
    </message>
    <message>
        <source>drift {0} in a hundred {1}</source>
        <translation>Verzug {0} auf hundert {1}</translation>
    </message>
    <message>
        <source>across {0}, down {1} a pixel</source>
        <translation>quer {0}, hoch {1} je Pixel</translation>
    </message>
    <message>
        <source>printed {0} % taller than wide</source>
        <translation>{0} % höher als breit gedruckt</translation>
    </message>
    <message>
        <source>turned by {0}°</source>
        <translation>um {0}° gedreht</translation>
    </message>
</context>
<context>
    <name>CampaignBar</name>
    <message>
        <source>See as</source>
        <translation>Sehen als</translation>
    </message>
    <message>
        <source>Show only what a seat may know</source>
        <translation>Nur zeigen, was ein Platz wissen darf</translation>
    </message>
    <message>
        <source>{0} sees all</source>
        <translation>{0} sieht alles</translation>
    </message>
    <message>
        <source>Do…</source>
        <translation>Tun …</translation>
    </message>
    <message>
        <source>Everything that the rules allow</source>
        <translation>Alles, was die Regeln erlauben</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Enter results</source>
        <translation>Ergebnisse eintragen</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>Nächster Schritt</translation>
    </message>
    <message>
        <source>This is what a seat sees; the umpire does things</source>
        <translation>Das sieht ein Platz; handeln kann der Schiedsrichter</translation>
    </message>
    <message>
        <source>The campaign is over</source>
        <translation>Der Feldzug ist vorbei</translation>
    </message>
    <message>
        <source>Nothing was done yet</source>
        <translation>Es wurde noch nichts getan</translation>
    </message>
</context>
<context>
    <name>CampaignController</name>
    <message>
        <source>Undone at once</source>
        <translation>Sofort rückgängig</translation>
    </message>
    <message>
        <source>One event was taken back; it stays in the log.</source>
        <translation>Ein Ereignis wurde zurückgenommen; es bleibt im Protokoll.</translation>
    </message>
    <message>
        <source>{0} events were taken back; they stay in the log.</source>
        <translation>{0} Ereignisse wurden zurückgenommen; sie bleiben im Protokoll.</translation>
    </message>
    <message>
        <source>A backup is kept: {0}.</source>
        <translation>Eine Sicherung ist angelegt: {0}.</translation>
    </message>
    <message>
        <source>A copy is saved: {0}.</source>
        <translation>Eine Kopie ist gesichert: {0}.</translation>
    </message>
</context>
<context>
    <name>CampaignOpener</name>
    <message>
        <source>There is no place for campaigns: {0}.</source>
        <translation>Es gibt keinen Ort für Feldzüge: {0}.</translation>
    </message>
    <message>
        <source>Reading the campaign…</source>
        <translation>Feldzug wird gelesen …</translation>
    </message>
    <message>
        <source>Every event is checked.</source>
        <translation>Jedes Ereignis wird geprüft.</translation>
    </message>
    <message>
        <source>The campaign of this table is not at {0} any more.</source>
        <translation>Der Feldzug dieses Tischs ist nicht mehr bei {0}.</translation>
    </message>
    <message>
        <source>Open the campaign, and fill its results sheet from the table there.</source>
        <translation>Öffne den Feldzug, und fülle dort sein Ergebnisblatt vom Tisch.</translation>
    </message>
    <message>
        <source>Save a copy…</source>
        <translation>Kopie sichern …</translation>
    </message>
    <message>
        <source>The backup is in its place.</source>
        <translation>Die Sicherung ist an ihrem Platz.</translation>
    </message>
    <message>
        <source>The damaged file is kept beside it.</source>
        <translation>Die beschädigte Datei bleibt daneben erhalten.</translation>
    </message>
</context>
<context>
    <name>CampaignWorkspace</name>
    <message>
        <source>Enter results</source>
        <translation>Ergebnisse eintragen</translation>
    </message>
    <message>
        <source>Next step of the turn</source>
        <translation>Nächster Schritt des Zugs</translation>
    </message>
    <message>
        <source>Roll the die that waits</source>
        <translation>Den anstehenden Wurf würfeln</translation>
    </message>
    <message>
        <source>Next thing that needs you</source>
        <translation>Nächstes, was dich braucht</translation>
    </message>
    <message>
        <source>Previous thing that needs you</source>
        <translation>Voriges, was dich braucht</translation>
    </message>
    <message>
        <source>Rule on a question</source>
        <translation>Eine Frage entscheiden</translation>
    </message>
    <message>
        <source>Campaign</source>
        <translation>Feldzug</translation>
    </message>
    <message>
        <source>Do something the rules allow</source>
        <translation>Etwas tun, was die Regeln erlauben</translation>
    </message>
    <message>
        <source>A scenario on the table</source>
        <translation>Ein Szenario auf dem Tisch</translation>
    </message>
    <message>
        <source>Undo, where it is free</source>
        <translation>Rückgängig, wo es frei ist</translation>
    </message>
    <message>
        <source>Find in the log</source>
        <translation>Im Protokoll suchen</translation>
    </message>
    <message>
        <source>Keep a backup now</source>
        <translation>Jetzt eine Sicherung anlegen</translation>
    </message>
    <message>
        <source>Save a copy…</source>
        <translation>Kopie sichern …</translation>
    </message>
    <message>
        <source>Examine this campaign</source>
        <translation>Diesen Feldzug untersuchen</translation>
    </message>
    <message>
        <source>Close the campaign</source>
        <translation>Feldzug schließen</translation>
    </message>
    <message>
        <source>only over map, graph, plots and boxes</source>
        <translation>nur über Karte, Netz, Kurven und Kästen</translation>
    </message>
    <message>
        <source>only at the campaign</source>
        <translation>nur beim Feldzug</translation>
    </message>
    <message>
        <source>This is what a seat sees. Go back to the umpire to do things.</source>
        <translation>Das sieht ein Platz. Zum Handeln geh zurück zum Schiedsrichter.</translation>
    </message>
    <message>
        <source>{0} events</source>
        <translation>{0} Ereignisse</translation>
    </message>
    <message>
        <source>{0} questions open</source>
        <translation>{0} Fragen offen</translation>
    </message>
    <message>
        <source>Head {0} {1}</source>
        <translation>Stand {0} {1}</translation>
    </message>
    <message>
        <source>next step</source>
        <translation>nächster Schritt</translation>
    </message>
    <message>
        <source>next, previous</source>
        <translation>nächstes, voriges</translation>
    </message>
    <message>
        <source>open</source>
        <translation>öffnen</translation>
    </message>
    <message>
        <source>rule</source>
        <translation>entscheiden</translation>
    </message>
    <message>
        <source>results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>do</source>
        <translation>tun</translation>
    </message>
    <message>
        <source>table</source>
        <translation>Tisch</translation>
    </message>
    <message>
        <source>ledger sound</source>
        <translation>Journal in Ordnung</translation>
    </message>
    <message>
        <source>as {0} sees it</source>
        <translation>wie {0} ihn sieht</translation>
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
    <name>ChecklistPanel</name>
    <message>
        <source>{0} of {1} done</source>
        <translation>{0} von {1} erledigt</translation>
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
    <name>ColourField</name>
    <message>
        <source>Choose: {0}</source>
        <translation>Wählen: {0}</translation>
    </message>
    <message>
        <source>usual</source>
        <translation>üblich</translation>
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
    <name>CounterDesigner</name>
    <message>
        <source>Change a counter</source>
        <translation>Spielstein ändern</translation>
    </message>
    <message>
        <source>New counter</source>
        <translation>Neuer Spielstein</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Side</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Size of the unit</source>
        <translation>Größe der Einheit</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Factors</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Factors after a loss</source>
        <translation>Werte nach Verlust</translation>
    </message>
    <message>
        <source>Face</source>
        <translation>Grundfarbe</translation>
    </message>
    <message>
        <source>Title bar</source>
        <translation>Titelbalken</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>beside the map</source>
        <translation>neben der Karte</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Picture…</source>
        <translation>Bild …</translation>
    </message>
    <message>
        <source>No picture</source>
        <translation>Kein Bild</translation>
    </message>
    <message>
        <source>Change it</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Make it</source>
        <translation>Anlegen</translation>
    </message>
    <message>
        <source>Symbol</source>
        <translation>Symbol</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Give the counter a name.</source>
        <translation>Gib dem Spielstein einen Namen.</translation>
    </message>
    <message>
        <source>Pictures (*.png *.jpg *.jpeg)</source>
        <translation>Bilder (*.png *.jpg *.jpeg)</translation>
    </message>
    <message>
        <source>A picture</source>
        <translation>Ein Bild</translation>
    </message>
    <message>
        <source>{0} cannot be drawn: the file is cut short or damaged.</source>
        <translation>{0} lässt sich nicht zeichnen: Die Datei ist abgeschnitten oder beschädigt.</translation>
    </message>
    <message>
        <source>Choose another picture.</source>
        <translation>Wähle ein anderes Bild.</translation>
    </message>
</context>
<context>
    <name>CounterPreview</name>
    <message>
        <source>Preview of the counter</source>
        <translation>Vorschau des Spielsteins</translation>
    </message>
</context>
<context>
    <name>CountersPage</name>
    <message>
        <source>From a CSV file…</source>
        <translation>Aus CSV-Datei …</translation>
    </message>
    <message>
        <source>New counter…</source>
        <translation>Neuer Spielstein …</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Bearbeiten …</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Verdoppeln</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>Spielsteine</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Side</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Symbol</source>
        <translation>Symbol</translation>
    </message>
    <message>
        <source>Factors</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>Was nicht stimmt</translation>
    </message>
    <message>
        <source>A CSV file has a line of column names first: name and side, and as you like symbol, echelon, factors, reduced, steps, place, count, colour, bar, picture.</source>
        <translation>Eine CSV-Datei beginnt mit einer Zeile von Spaltennamen: name und side, dazu nach Belieben symbol, echelon, factors, reduced, steps, place, count, colour, bar, picture.</translation>
    </message>
    <message>
        <source>There is no symbol “{0}”; the counter stays without one.</source>
        <translation>Es gibt kein Symbol „{0}“; der Spielstein bleibt ohne.</translation>
    </message>
    <message>
        <source>Did you mean {0}?</source>
        <translation>Ist {0} gemeint?</translation>
    </message>
    <message>
        <source>Pick one counter first</source>
        <translation>Erst einen Spielstein auswählen</translation>
    </message>
    <message>
        <source>Pick counters</source>
        <translation>Spielsteine auswählen</translation>
    </message>
    <message>
        <source>{0} rows</source>
        <translation>Zeilen: {0}</translation>
    </message>
    <message>
        <source>{0} cannot be used as they are</source>
        <translation>so nicht zu gebrauchen: {0}</translation>
    </message>
    <message>
        <source>A table may also begin bare.</source>
        <translation>Ein Tisch darf auch leer beginnen.</translation>
    </message>
    <message>
        <source>Tables (*.csv *.tsv *.txt);;All files (*)</source>
        <translation>Tabellen (*.csv *.tsv *.txt);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>A table of counters</source>
        <translation>Eine Tabelle von Spielsteinen</translation>
    </message>
</context>
<context>
    <name>CountryView</name>
    <message>
        <source>at {0}</source>
        <translation>bei {0}</translation>
    </message>
    <message>
        <source>at its start</source>
        <translation>am Anfang</translation>
    </message>
    <message>
        <source>cut</source>
        <translation>teilen</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>{0} of {1} steps in {2} units</source>
        <translation>{0} von {1} Stufen in {2} Einheiten</translation>
    </message>
    <message>
        <source>Part of it is elsewhere.</source>
        <translation>Ein Teil davon ist anderswo.</translation>
    </message>
    <message>
        <source>Its place on this map is worked out, not known.</source>
        <translation>Sein Ort auf dieser Karte ist erschlossen, nicht bekannt.</translation>
    </message>
    <message>
        <source>{0} formations</source>
        <translation>{0} Verbände</translation>
    </message>
    <message>
        <source>{0} attacked and {1} closed markers</source>
        <translation>{0} Marker „angegriffen“ und {1} „gesperrt“</translation>
    </message>
    <message>
        <source>held by {0}</source>
        <translation>gehalten von {0}</translation>
    </message>
    <message>
        <source>nobody&apos;s yet</source>
        <translation>noch niemandes</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>Operational map: {0}</source>
        <translation>Operationskarte: {0}</translation>
    </message>
    <message>
        <source>no steps of its own</source>
        <translation>keine eigenen Stufen</translation>
    </message>
    <message>
        <source>{0} of {1} steps</source>
        <translation>{0} von {1} Stufen</translation>
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
    <name>CutTool</name>
    <message>
        <source>Cut areas</source>
        <translation>Sektoren teilen</translation>
    </message>
    <message>
        <source>Click on an outline</source>
        <translation>Umriss anklicken</translation>
    </message>
    <message>
        <source>cut</source>
        <translation>teilen</translation>
    </message>
    <message>
        <source>Click inside</source>
        <translation>Innen klicken</translation>
    </message>
    <message>
        <source>bend the cut</source>
        <translation>Schnitt knicken</translation>
    </message>
    <message>
        <source>take back a corner</source>
        <translation>Ecke zurück</translation>
    </message>
    <message>
        <source>drop</source>
        <translation>verwerfen</translation>
    </message>
    <message>
        <source>Drag across</source>
        <translation>Quer ziehen</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>cut corner by corner</source>
        <translation>Ecke für Ecke teilen</translation>
    </message>
    <message>
        <source>no snapping</source>
        <translation>ohne Einrasten</translation>
    </message>
    <message>
        <source>Go on to an outline</source>
        <translation>Weiter bis zu einem Umriss</translation>
    </message>
    <message>
        <source>Cuts {0} areas in two</source>
        <translation>Teilt {0} Sektoren in je zwei</translation>
    </message>
    <message>
        <source>{0} keeps {1} %, {2} gets {3} %</source>
        <translation>{0} behält {1} %, {2} bekommt {3} %</translation>
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
    <name>Dialog</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>DiceAnswer</name>
    <message>
        <source>Use</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>Roll {0}</source>
        <translation>{0} würfeln</translation>
    </message>
</context>
<context>
    <name>DiceDialog</name>
    <message>
        <source>Roll dice</source>
        <translation>Würfeln</translation>
    </message>
    <message>
        <source>Roll</source>
        <translation>Würfeln</translation>
    </message>
    <message>
        <source>Dice</source>
        <translation>Würfel</translation>
    </message>
    <message>
        <source>Any dice and what is added: 2d6+1, d100, 3d6-1d4</source>
        <translation>Beliebige Würfel und Zuschläge: 2d6+1, d100, 3d6-1d4</translation>
    </message>
</context>
<context>
    <name>DiceFields</name>
    <message>
        <source>What was drawn</source>
        <translation>Was gezogen wurde</translation>
    </message>
    <message>
        <source>Die {0}, {1} to {2}</source>
        <translation>Würfel {0}, {1} bis {2}</translation>
    </message>
    <message>
        <source>A die shows {0} to {1}, not {2}.</source>
        <translation>Ein Würfel zeigt {0} bis {1}, nicht {2}.</translation>
    </message>
    <message>
        <source>Type every die first.</source>
        <translation>Erst jeden Würfel eintippen.</translation>
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
        <source>Nothing is to be rolled now.</source>
        <translation>Jetzt ist nichts zu würfeln.</translation>
    </message>
    <message>
        <source>Not rolled yet</source>
        <translation>Noch nicht gewürfelt</translation>
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
    <name>DoctorDialog</name>
    <message>
        <source>Examine a campaign</source>
        <translation>Feldzug untersuchen</translation>
    </message>
    <message>
        <source>This campaign is damaged</source>
        <translation>Dieser Feldzug ist beschädigt</translation>
    </message>
    <message>
        <source>This campaign is healthy</source>
        <translation>Dieser Feldzug ist unversehrt</translation>
    </message>
    <message>
        <source>A newer WarDesk wrote this campaign</source>
        <translation>Ein neueres WarDesk hat diesen Feldzug geschrieben</translation>
    </message>
    <message>
        <source>This campaign could not be examined</source>
        <translation>Dieser Feldzug konnte nicht untersucht werden</translation>
    </message>
    <message>
        <source>{0} events can be read.</source>
        <translation>{0} Ereignisse sind lesbar.</translation>
    </message>
    <message>
        <source>Backup</source>
        <translation>Sicherung</translation>
    </message>
    <message>
        <source>{0} events, kept because of: {1}</source>
        <translation>{0} Ereignisse, angelegt wegen: {1}</translation>
    </message>
    <message>
        <source>Put this backup back</source>
        <translation>Sicherung zurückholen</translation>
    </message>
    <message>
        <source>There is no backup</source>
        <translation>Es gibt keine Sicherung</translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation>So lassen</translation>
    </message>
    <message>
        <source>Nothing is wrong.</source>
        <translation>Es ist alles in Ordnung.</translation>
    </message>
    <message>
        <source>The youngest backup holds {0} events. It is checked before it is put back, and the damaged file is kept beside it.</source>
        <translation>Die jüngste Sicherung enthält {0} Ereignisse. Sie wird geprüft, bevor sie zurückgeholt wird, und die beschädigte Datei bleibt daneben erhalten.</translation>
    </message>
    <message>
        <source>There is no backup beside it. The file stays as it is; a copy from elsewhere can be opened in its place.</source>
        <translation>Daneben liegt keine Sicherung. Die Datei bleibt, wie sie ist; stattdessen lässt sich eine Kopie von anderswo öffnen.</translation>
    </message>
    <message>
        <source>The backup is being checked</source>
        <translation>Die Sicherung wird geprüft</translation>
    </message>
</context>
<context>
    <name>ElevationTool</name>
    <message>
        <source>Elevation</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>one level higher</source>
        <translation>eine Stufe höher</translation>
    </message>
    <message>
        <source>one level lower</source>
        <translation>eine Stufe tiefer</translation>
    </message>
    <message>
        <source>level {0}</source>
        <translation>Stufe {0}</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>the opposite</source>
        <translation>das Gegenteil</translation>
    </message>
    <message>
        <source>level {0} to set</source>
        <translation>zu setzende Stufe {0}</translation>
    </message>
    <message>
        <source>Brush</source>
        <translation>Pinsel</translation>
    </message>
    <message>
        <source>Raise</source>
        <translation>Heben</translation>
    </message>
    <message>
        <source>Lower</source>
        <translation>Senken</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>Setzen</translation>
    </message>
    <message>
        <source>What happens to heights</source>
        <translation>Was mit den Höhen geschieht</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Stufe</translation>
    </message>
</context>
<context>
    <name>EraserTool</name>
    <message>
        <source>Eraser</source>
        <translation>Radierer</translation>
    </message>
    <message>
        <source>back to the usual terrain</source>
        <translation>zurück zum üblichen Gelände</translation>
    </message>
    <message>
        <source>clear the sides of the cells</source>
        <translation>Feldseiten leeren</translation>
    </message>
    <message>
        <source>take heights away</source>
        <translation>Höhen wegnehmen</translation>
    </message>
    <message>
        <source>remove what is drawn there</source>
        <translation>dort Gezeichnetes entfernen</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>remove what is picked</source>
        <translation>Auswahl entfernen</translation>
    </message>
    <message>
        <source>Ctrl+click</source>
        <translation>Ctrl+Klick</translation>
    </message>
    <message>
        <source>Brush</source>
        <translation>Pinsel</translation>
    </message>
    <message>
        <source>Terrain</source>
        <translation>Gelände</translation>
    </message>
    <message>
        <source>Heights</source>
        <translation>Höhen</translation>
    </message>
    <message>
        <source>Drawn</source>
        <translation>Gezeichnetes</translation>
    </message>
    <message>
        <source>Sides</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>What the eraser takes away</source>
        <translation>Was der Radierer wegnimmt</translation>
    </message>
    <message>
        <source>Takes away</source>
        <translation>Nimmt weg</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export the map</source>
        <translation>Karte exportieren</translation>
    </message>
    <message>
        <source>PNG picture</source>
        <translation>PNG-Bild</translation>
    </message>
    <message>
        <source>SVG drawing</source>
        <translation>SVG-Zeichnung</translation>
    </message>
    <message>
        <source>GeoJSON for QGIS and GDAL</source>
        <translation>GeoJSON für QGIS und GDAL</translation>
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
        <source>Strong contrast</source>
        <translation>Starker Kontrast</translation>
    </message>
    <message>
        <source>Safe for colour-blind eyes</source>
        <translation>Für Farbfehlsichtige</translation>
    </message>
    <message>
        <source>Millimetres per cell</source>
        <translation>Millimeter je Feld</translation>
    </message>
    <message>
        <source>Pixels across</source>
        <translation>Pixel in der Breite</translation>
    </message>
    <message>
        <source>Dots per inch</source>
        <translation>Punkte je Zoll</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>Raster</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Nummern</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Legende</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>Rahmen</translation>
    </message>
    <message>
        <source>Hidden layers too</source>
        <translation>Auch verborgene Ebenen</translation>
    </message>
    <message>
        <source>Choose the file</source>
        <translation>Datei wählen</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Map theme</source>
        <translation>Kartendruck</translation>
    </message>
    <message>
        <source>Cell, mm</source>
        <translation>Feld, mm</translation>
    </message>
    <message>
        <source>Shows</source>
        <translation>Zeigt</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Ebenen</translation>
    </message>
    <message>
        <source>Layers whose eye is shut are left out otherwise.</source>
        <translation>Ebenen mit geschlossenem Auge bleiben sonst weg.</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Export to</source>
        <translation>Exportieren nach</translation>
    </message>
    <message>
        <source>The map is being written.</source>
        <translation>Die Karte wird geschrieben.</translation>
    </message>
    <message>
        <source>Painting the map…</source>
        <translation>Die Karte wird gemalt …</translation>
    </message>
    <message>
        <source>{0} is there: {1}.</source>
        <translation>{0} liegt vor: {1}.</translation>
    </message>
</context>
<context>
    <name>FieldBox</name>
    <message>
        <source>Type a part of the name</source>
        <translation>Tippe einen Teil des Namens</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen …</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>with commas between them</source>
        <translation>mit Kommas dazwischen</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>Dazulegen …</translation>
    </message>
    <message>
        <source>Add to {0}</source>
        <translation>Zu {0} hinzufügen</translation>
    </message>
</context>
<context>
    <name>Fields</name>
    <message>
        <source>several</source>
        <translation>mehrere</translation>
    </message>
</context>
<context>
    <name>FiguresField</name>
    <message>
        <source>another figure: name = value</source>
        <translation>weiterer Wert: Name = Wert</translation>
    </message>
    <message>
        <source>Figure {0}</source>
        <translation>Wert {0}</translation>
    </message>
    <message>
        <source>Another figure</source>
        <translation>Weiterer Wert</translation>
    </message>
</context>
<context>
    <name>FillTool</name>
    <message>
        <source>Fill</source>
        <translation>Füllen</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>pick up the ink</source>
        <translation>Farbe aufnehmen</translation>
    </message>
    <message>
        <source>change this terrain on the whole map</source>
        <translation>dieses Gelände auf der ganzen Karte ändern</translation>
    </message>
    <message>
        <source>fill what hangs together</source>
        <translation>Zusammenhängendes füllen</translation>
    </message>
    <message>
        <source>this terrain everywhere</source>
        <translation>dieses Gelände überall</translation>
    </message>
    <message>
        <source>Ctrl+click</source>
        <translation>Ctrl+Klick</translation>
    </message>
    <message>
        <source>swap inks</source>
        <translation>Farben tauschen</translation>
    </message>
    <message>
        <source>One patch</source>
        <translation>Ein Fleck</translation>
    </message>
    <message>
        <source>The whole map</source>
        <translation>Die ganze Karte</translation>
    </message>
    <message>
        <source>What is filled</source>
        <translation>Was gefüllt wird</translation>
    </message>
    <message>
        <source>Fills</source>
        <translation>Füllt</translation>
    </message>
    <message>
        <source>painted so already</source>
        <translation>schon so gemalt</translation>
    </message>
    <message>
        <source>more than {0} cells</source>
        <translation>mehr als {0} Felder</translation>
    </message>
</context>
<context>
    <name>FormationModel</name>
    <message>
        <source>Formation</source>
        <translation>Verband</translation>
    </message>
    <message>
        <source>Under</source>
        <translation>Untersteht</translation>
    </message>
    <message>
        <source>Side</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>In play</source>
        <translation>Im Spiel</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>, {0} lost</source>
        <translation>, {0} verloren</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>{0}, {1}: {2} of {3} steps, {4} of {5} units in play {6}</source>
        <translation>{0}, {1}: {2} von {3} Stufen, {4} von {5} Einheiten im Spiel {6}</translation>
    </message>
</context>
<context>
    <name>FormationsPage</name>
    <message>
        <source>Formations</source>
        <translation>Verbände</translation>
    </message>
    <message>
        <source>Find a formation</source>
        <translation>Verband suchen</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
</context>
<context>
    <name>GraphPage</name>
    <message>
        <source>Enter results</source>
        <translation>Ergebnisse eintragen</translation>
    </message>
    <message>
        <source>Open on a table</source>
        <translation>Auf einem Tisch öffnen</translation>
    </message>
    <message>
        <source>This is what a seat sees; the umpire does things</source>
        <translation>Das sieht ein Platz; handeln kann der Schiedsrichter</translation>
    </message>
    <message>
        <source>This is the past; go back to now</source>
        <translation>Das ist Vergangenheit; geh zurück zum Jetzt</translation>
    </message>
    <message>
        <source>The days of the campaign are led by the checklist</source>
        <translation>Durch die Tage des Feldzugs führt die Prüfliste</translation>
    </message>
    <message>
        <source>Nothing is played here</source>
        <translation>Hier wird nichts gespielt</translation>
    </message>
    <message>
        <source>It is not being played</source>
        <translation>Es wird nicht gespielt</translation>
    </message>
    <message>
        <source>It is still waiting</source>
        <translation>Es wartet noch</translation>
    </message>
    <message>
        <source>It is over</source>
        <translation>Es ist vorbei</translation>
    </message>
    <message>
        <source>It cannot be reached any more</source>
        <translation>Es ist nicht mehr zu erreichen</translation>
    </message>
</context>
<context>
    <name>GraphView</name>
    <message>
        <source>Graph of scenarios</source>
        <translation>Netz der Szenarien</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>cannot be reached</source>
        <translation>nicht zu erreichen</translation>
    </message>
    <message>
        <source>No fixed day</source>
        <translation>Kein fester Tag</translation>
    </message>
    <message>
        <source>can no longer be</source>
        <translation>kann nicht mehr sein</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>gilt</translation>
    </message>
    <message>
        <source>does not hold yet</source>
        <translation>gilt noch nicht</translation>
    </message>
    <message>
        <source>not yet known</source>
        <translation>noch nicht bekannt</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Immer</translation>
    </message>
</context>
<context>
    <name>HelpBrowser</name>
    <message>
        <source>Help page</source>
        <translation>Hilfeseite</translation>
    </message>
</context>
<context>
    <name>HelpWindow</name>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>How do I …</source>
        <translation>Wie kann ich …</translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation>Hilfe durchsuchen</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>No page has these words.</source>
        <translation>Keine Seite hat diese Wörter. Die Seiten sind auf Englisch.</translation>
    </message>
    <message>
        <source>The pages are in English.</source>
        <translation>Die Seiten sind auf Englisch.</translation>
    </message>
    <message>
        <source>All keys</source>
        <translation>Alle Tasten</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>{0} – Help</source>
        <translation>{0} – Hilfe</translation>
    </message>
</context>
<context>
    <name>HexsideTool</name>
    <message>
        <source>Hexsides</source>
        <translation>Hexfeldseiten</translation>
    </message>
    <message>
        <source>Sides</source>
        <translation>Feldseiten</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>take {0} off</source>
        <translation>{0} wegnehmen</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>pick up the kind on the side</source>
        <translation>Art der Seite aufnehmen</translation>
    </message>
    <message>
        <source>lay {0} along sides</source>
        <translation>{0} an Seiten legen</translation>
    </message>
    <message>
        <source>the shortest way along sides from the last end</source>
        <translation>der kürzeste Weg an Seiten entlang vom letzten Ende</translation>
    </message>
    <message>
        <source>Shift+click</source>
        <translation>Shift+Klick</translation>
    </message>
    <message>
        <source>way from the last end</source>
        <translation>Weg vom letzten Ende</translation>
    </message>
    <message>
        <source>take off</source>
        <translation>wegnehmen</translation>
    </message>
    <message>
        <source>Ctrl+click</source>
        <translation>Ctrl+Klick</translation>
    </message>
    <message>
        <source>pick up</source>
        <translation>aufnehmen</translation>
    </message>
    <message>
        <source>side of the keyboard&apos;s cell</source>
        <translation>Seite des Tastaturfelds</translation>
    </message>
    <message>
        <source>Click again</source>
        <translation>Nochmal klicken</translation>
    </message>
    <message>
        <source>turn the high side round</source>
        <translation>hohe Seite wechseln</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Beside others</source>
        <translation>Neben anderen</translation>
    </message>
    <message>
        <source>Alone</source>
        <translation>Allein</translation>
    </message>
    <message>
        <source>What else may lie on the side</source>
        <translation>Was sonst auf der Seite liegen darf</translation>
    </message>
    <message>
        <source>Lies</source>
        <translation>Liegt</translation>
    </message>
</context>
<context>
    <name>HistoryPanel</name>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>What you draw is listed here, and can be taken back.</source>
        <translation>Was du zeichnest, steht hier und lässt sich zurücknehmen.</translation>
    </message>
    <message>
        <source>As it was opened</source>
        <translation>Wie geöffnet</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>zurückgenommen</translation>
    </message>
</context>
<context>
    <name>Home</name>
    <message>
        <source>Open…</source>
        <translation>Öffnen …</translation>
    </message>
    <message>
        <source>Open pack…</source>
        <translation>Paket öffnen …</translation>
    </message>
    <message>
        <source>New table without rules…</source>
        <translation>Neuer Tisch ohne Regeln …</translation>
    </message>
    <message>
        <source>New map…</source>
        <translation>Neue Karte …</translation>
    </message>
    <message>
        <source>New table…</source>
        <translation>Neuer Tisch …</translation>
    </message>
    <message>
        <source>A table without rules: any map, any counters</source>
        <translation>Ein Tisch ohne Regeln: jede Karte, beliebige Spielsteine</translation>
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
        <source>Reading packs and games…</source>
        <translation>Pakete und Partien werden gelesen …</translation>
    </message>
    <message>
        <source>They are shown here as soon as all have been read.</source>
        <translation>Sie erscheinen hier, sobald alle gelesen sind.</translation>
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
        <source>New campaign…</source>
        <translation>Neuer Feldzug …</translation>
    </message>
    <message>
        <source>Open a pack…</source>
        <translation>Paket öffnen …</translation>
    </message>
    <message>
        <source>WarDesk files (*.wdgame *.wdmap *.wdcamp *.toml *.zip);;All files (*)</source>
        <translation>WarDesk-Dateien (*.wdgame *.wdmap *.wdcamp *.toml *.zip);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open a game, a map, a campaign or a scenario</source>
        <translation>Eine Partie, eine Karte, einen Feldzug oder ein Szenario öffnen</translation>
    </message>
    <message>
        <source>Choose the folder of a pack</source>
        <translation>Ordner eines Pakets wählen</translation>
    </message>
</context>
<context>
    <name>InlineEditor</name>
    <message>
        <source>Enter keeps it, Esc drops it</source>
        <translation>Enter behält es, Esc verwirft es</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>Cell {0}</source>
        <translation>Feld {0}</translation>
    </message>
    <message>
        <source>{0} cells</source>
        <translation>{0} Felder</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Ground</source>
        <translation>Gelände</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>{0} derived, {1} added, {2} cut</source>
        <translation>{0} abgeleitet, {1} ergänzt, {2} getrennt</translation>
    </message>
    <message>
        <source>Neighbours</source>
        <translation>Nachbarn</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>{0} drawn things</source>
        <translation>{0} gezeichnete Dinge</translation>
    </message>
    <message>
        <source>Border</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>{0} borders</source>
        <translation>{0} Grenzen</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>Where the map comes from; begin with “reconstruction” if you rebuilt it.</source>
        <translation>Woher die Karte stammt; beginn mit „reconstruction“, wenn du sie rekonstruiert hast.</translation>
    </message>
    <message>
        <source>Palette</source>
        <translation>Palette</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>Bogen</translation>
    </message>
    <message>
        <source>Areas</source>
        <translation>Sektoren</translation>
    </message>
    <message>
        <source>Size and numbers…</source>
        <translation>Größe und Nummern …</translation>
    </message>
    <message>
        <source>Numbers…</source>
        <translation>Nummern …</translation>
    </message>
    <message>
        <source>Add a board beside this one…</source>
        <translation>Plan neben diesen setzen …</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Rebuilt</source>
        <translation>Rekonstruiert</translation>
    </message>
</context>
<context>
    <name>IssueRow</name>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
</context>
<context>
    <name>IssuesPanel</name>
    <message>
        <source>Nothing is wrong with this map.</source>
        <translation>An dieser Karte ist nichts auszusetzen.</translation>
    </message>
    <message>
        <source>“{0}” cannot be set up on the saved map: {1}</source>
        <translation>„{0}“ lässt sich auf der gespeicherten Karte nicht aufbauen: {1}</translation>
    </message>
    <message>
        <source>Checked for: {0}</source>
        <translation>Geprüft für: {0}</translation>
    </message>
    <message>
        <source>1 error</source>
        <translation>1 Fehler</translation>
    </message>
    <message>
        <source>{0} errors</source>
        <translation>{0} Fehler</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 Warnung</translation>
    </message>
    <message>
        <source>{0} warnings</source>
        <translation>{0} Warnungen</translation>
    </message>
    <message>
        <source>Issues</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Fix {0}</source>
        <translation>{0} beheben</translation>
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
    <name>KindBox</name>
    <message>
        <source>Terrain to paint</source>
        <translation>Gelände zum Malen</translation>
    </message>
    <message>
        <source>Kind of side to lay</source>
        <translation>Art der Seite zum Legen</translation>
    </message>
    <message>
        <source>Kind of line to draw</source>
        <translation>Art der Linie zum Zeichnen</translation>
    </message>
    <message>
        <source>none in the palette</source>
        <translation>keine in der Palette</translation>
    </message>
</context>
<context>
    <name>KindDialog</name>
    <message>
        <source>Change a kind</source>
        <translation>Art ändern</translation>
    </message>
    <message>
        <source>New kind</source>
        <translation>Neue Art</translation>
    </message>
    <message>
        <source>Ground</source>
        <translation>Gelände</translation>
    </message>
    <message>
        <source>Border of cells</source>
        <translation>Grenze von Feldern</translation>
    </message>
    <message>
        <source>Road or river</source>
        <translation>Straße oder Fluss</translation>
    </message>
    <message>
        <source>Can be crossed</source>
        <translation>Überschreitbar</translation>
    </message>
    <message>
        <source>Has a high side</source>
        <translation>Hat eine hohe Seite</translation>
    </message>
    <message>
        <source>Kind of</source>
        <translation>Art von</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>One figure per line, as the rules need them: what entering costs each kind of unit (move_foot = 2, or no), cover, and so on.</source>
        <translation>Ein Wert je Zeile, wie die Regeln sie brauchen: was das Betreten jede Art von Einheit kostet (move_foot = 2 oder no), Deckung und so weiter.</translation>
    </message>
</context>
<context>
    <name>LabelTool</name>
    <message>
        <source>Label</source>
        <translation>Beschriftung</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>Loslassen</translation>
    </message>
    <message>
        <source>put it here</source>
        <translation>hier absetzen</translation>
    </message>
    <message>
        <source>back</source>
        <translation>zurück</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>write words here</source>
        <translation>hier beschriften</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>move words</source>
        <translation>verschieben</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>Doppelklick</translation>
    </message>
    <message>
        <source>write them anew</source>
        <translation>neu schreiben</translation>
    </message>
    <message>
        <source>words at the keyboard&apos;s cell</source>
        <translation>am Tastaturfeld</translation>
    </message>
    <message>
        <source>remove the picked ones</source>
        <translation>entfernen</translation>
    </message>
    <message>
        <source>The cell under it</source>
        <translation>Zum Feld darunter</translation>
    </message>
    <message>
        <source>No cell</source>
        <translation>Zu keinem Feld</translation>
    </message>
    <message>
        <source>What a new label belongs to</source>
        <translation>Wozu eine neue Beschriftung gehört</translation>
    </message>
    <message>
        <source>Belongs to</source>
        <translation>Gehört</translation>
    </message>
    <message>
        <source>Words on the map</source>
        <translation>Wörter auf der Karte</translation>
    </message>
</context>
<context>
    <name>LayersPanel</name>
    <message>
        <source>Names</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>Zones</source>
        <translation>Zonen</translation>
    </message>
    <message>
        <source>Scanned boards</source>
        <translation>Gescannte Pläne</translation>
    </message>
    <message>
        <source>Roads and rivers</source>
        <translation>Straßen, Flüsse</translation>
    </message>
    <message>
        <source>Borders</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>Hexsides</source>
        <translation>Hexfeldseiten</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Nummern</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>Raster</translation>
    </message>
    <message>
        <source>Terrain</source>
        <translation>Gelände</translation>
    </message>
    <message>
        <source>Heights</source>
        <translation>Höhen</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
    <message>
        <source>Bridge</source>
        <translation>Brücke</translation>
    </message>
    <message>
        <source>Wired for demolition</source>
        <translation>Zur Sprengung vorbereitet</translation>
    </message>
    <message>
        <source>Blown, or it does not bear</source>
        <translation>Gesprengt, oder sie trägt nicht</translation>
    </message>
    <message>
        <source>Bailey bridge</source>
        <translation>Baileybrücke</translation>
    </message>
    <message>
        <source>Bailey, not working</source>
        <translation>Baileybrücke, außer Betrieb</translation>
    </message>
    <message>
        <source>Not yet tried</source>
        <translation>Noch nicht geprüft</translation>
    </message>
    <message>
        <source>Route behind the marker, open</source>
        <translation>Straße hinter dem Marker, offen</translation>
    </message>
    <message>
        <source>Route still ahead, or cut</source>
        <translation>Straße noch voraus oder unterbrochen</translation>
    </message>
    <message>
        <source>Place worked out, not known</source>
        <translation>Ort erschlossen, nicht bekannt</translation>
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
        <source>campaign</source>
        <translation>Feldzug</translation>
    </message>
    <message>
        <source>{0} seats</source>
        <translation>{0} Plätze</translation>
    </message>
    <message>
        <source>{0} days</source>
        <translation>{0} Tage</translation>
    </message>
    <message>
        <source>{0} events in its ledger</source>
        <translation>{0} Ereignisse im Journal</translation>
    </message>
    <message>
        <source>Damaged file</source>
        <translation>Beschädigte Datei</translation>
    </message>
    <message>
        <source>Campaign, {0}</source>
        <translation>Feldzug, {0}</translation>
    </message>
    <message>
        <source>Cannot be read now</source>
        <translation>Jetzt nicht lesbar</translation>
    </message>
    <message>
        <source>Not saved; what was drawn is kept.</source>
        <translation>Nicht gespeichert; das Gezeichnete bleibt erhalten.</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Map, {0}</source>
        <translation>Karte, {0}</translation>
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
    <name>LineOptions</name>
    <message>
        <source>Middles</source>
        <translation>Mitten</translation>
    </message>
    <message>
        <source>Sides</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Corners</source>
        <translation>Ecken</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>What points snap to</source>
        <translation>Woran Punkte einrasten</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Snap to</source>
        <translation>Rastet an</translation>
    </message>
</context>
<context>
    <name>LineTool</name>
    <message>
        <source>Line</source>
        <translation>Linie</translation>
    </message>
    <message>
        <source>snap: on</source>
        <translation>einrasten: an</translation>
    </message>
    <message>
        <source>snap: off</source>
        <translation>einrasten: aus</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>next point</source>
        <translation>nächster Punkt</translation>
    </message>
    <message>
        <source>finish</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>last point back</source>
        <translation>letzten Punkt zurück</translation>
    </message>
    <message>
        <source>put aside</source>
        <translation>beiseitelegen</translation>
    </message>
    <message>
        <source>no snapping</source>
        <translation>ohne Einrasten</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>move a point, or bend the line</source>
        <translation>Punkt oder Linie biegen</translation>
    </message>
    <message>
        <source>Click an end</source>
        <translation>Klick ans Ende</translation>
    </message>
    <message>
        <source>draw on</source>
        <translation>weiter</translation>
    </message>
    <message>
        <source>the point</source>
        <translation>den Punkt</translation>
    </message>
    <message>
        <source>the line</source>
        <translation>die Linie</translation>
    </message>
    <message>
        <source>take a point out</source>
        <translation>Punkt weg</translation>
    </message>
    <message>
        <source>Alt+click</source>
        <translation>Alt+Klick</translation>
    </message>
    <message>
        <source>join to the line it meets</source>
        <translation>anfügen</translation>
    </message>
    <message>
        <source>Shift+click</source>
        <translation>Shift+Klick</translation>
    </message>
    <message>
        <source>new line</source>
        <translation>neue Linie</translation>
    </message>
    <message>
        <source>go on with the line put aside</source>
        <translation>beiseitegelegte Linie fortsetzen</translation>
    </message>
    <message>
        <source>begin a line, or pick one</source>
        <translation>Linie beginnen oder auswählen</translation>
    </message>
    <message>
        <source>begin on a line</source>
        <translation>auf einer Linie beginnen</translation>
    </message>
    <message>
        <source>point at the keyboard&apos;s cell</source>
        <translation>Punkt am Tastaturfeld</translation>
    </message>
    <message>
        <source>No single line of the same kind begins or ends where this one does.</source>
        <translation>Wo diese Linie beginnt oder endet, tut es nicht genau eine andere der gleichen Art.</translation>
    </message>
    <message>
        <source>Drag one end onto the end of the other line first.</source>
        <translation>Zieh erst ein Ende auf das Ende der anderen Linie.</translation>
    </message>
</context>
<context>
    <name>LinkTool</name>
    <message>
        <source>Link and cut</source>
        <translation>Verbinden und trennen</translation>
    </message>
    <message>
        <source>to this cell</source>
        <translation>zu diesem Feld</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>Loslassen</translation>
    </message>
    <message>
        <source>on the other cell</source>
        <translation>auf dem anderen Feld</translation>
    </message>
    <message>
        <source>drop it</source>
        <translation>verwerfen</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>Doppelklick</translation>
    </message>
    <message>
        <source>another reason</source>
        <translation>anderer Grund</translation>
    </message>
    <message>
        <source>take the word back</source>
        <translation>Angabe zurücknehmen</translation>
    </message>
    <message>
        <source>let it be</source>
        <translation>so lassen</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>from cell to cell: join or part them</source>
        <translation>von Feld zu Feld: verbinden oder trennen</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>pick a word that was given</source>
        <translation>gemachte Angabe auswählen</translation>
    </message>
    <message>
        <source>from the keyboard&apos;s cell</source>
        <translation>vom Tastaturfeld</translation>
    </message>
    <message>
        <source>As it fits</source>
        <translation>Wie es passt</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Trennen</translation>
    </message>
    <message>
        <source>What the hand does</source>
        <translation>Was die Hand tut</translation>
    </message>
    <message>
        <source>Part {0} and {1}</source>
        <translation>{0} und {1} trennen</translation>
    </message>
    <message>
        <source>Join {0} and {1}</source>
        <translation>{0} und {1} verbinden</translation>
    </message>
    <message>
        <source>Joined</source>
        <translation>Verbunden</translation>
    </message>
    <message>
        <source>Parted</source>
        <translation>Getrennt</translation>
    </message>
</context>
<context>
    <name>LogModel</name>
    <message>
        <source>the umpire overruled</source>
        <translation>der Schiedsrichter entschied anders</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>Nr.</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>Zug</translation>
    </message>
    <message>
        <source>Seat</source>
        <translation>Platz</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>, taken back</source>
        <translation>, zurückgenommen</translation>
    </message>
    <message>
        <source> (taken back)</source>
        <translation> (zurückgenommen)</translation>
    </message>
</context>
<context>
    <name>LogPage</name>
    <message>
        <source>Ledger</source>
        <translation>Journal</translation>
    </message>
    <message>
        <source>Kind of event</source>
        <translation>Art des Ereignisses</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Turns and steps</source>
        <translation>Züge und Schritte</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>Route and boxes</source>
        <translation>Route und Boxen</translation>
    </message>
    <message>
        <source>Weather and drops</source>
        <translation>Wetter und Absprünge</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>Rulings, taken back</source>
        <translation>Entscheide, Rücknahmen</translation>
    </message>
    <message>
        <source>Dice</source>
        <translation>Würfel</translation>
    </message>
    <message>
        <source>Orders, packets</source>
        <translation>Befehle, Umschläge</translation>
    </message>
    <message>
        <source>Find in the log</source>
        <translation>Im Protokoll suchen</translation>
    </message>
    <message>
        <source>Take back…</source>
        <translation>Zurücknehmen …</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>Only the umpire takes back here</source>
        <translation>Hier nimmt nur der Schiedsrichter zurück</translation>
    </message>
    <message>
        <source>Choose an event in the list first</source>
        <translation>Wähl erst ein Ereignis in der Liste</translation>
    </message>
    <message>
        <source>This event is taken back already</source>
        <translation>Dieses Ereignis ist schon zurückgenommen</translation>
    </message>
    <message>
        <source>The opening of a campaign stays</source>
        <translation>Der Anfang eines Feldzugs bleibt</translation>
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
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>how do I guide manual rules documentation glossary</source>
        <translation>wie kann ich Anleitung Handbuch Regeln Dokumentation Glossar help how do I rules</translation>
    </message>
    <message>
        <source>Not possible now: {0}</source>
        <translation>Jetzt nicht möglich: {0}</translation>
    </message>
</context>
<context>
    <name>Map</name>
    <message>
        <source>There are no map cells on the clipboard.</source>
        <translation>In der Zwischenablage sind keine Kartenfelder.</translation>
    </message>
    <message>
        <source>Pick cells and press Ctrl+C, here or in another map.</source>
        <translation>Wähl Felder aus und drück Ctrl+C, hier oder in einer anderen Karte.</translation>
    </message>
    <message>
        <source>What is on the clipboard is damaged.</source>
        <translation>Der Inhalt der Zwischenablage ist beschädigt.</translation>
    </message>
    <message>
        <source>Copy the cells once more.</source>
        <translation>Kopiere die Felder noch einmal.</translation>
    </message>
    <message>
        <source>No cells are picked.</source>
        <translation>Es sind keine Felder ausgewählt.</translation>
    </message>
    <message>
        <source>Pick the cells to copy with the select tool.</source>
        <translation>Wähl die zu kopierenden Felder mit dem Auswahlwerkzeug.</translation>
    </message>
    <message>
        <source>Brush size</source>
        <translation>Pinselgröße</translation>
    </message>
    <message>
        <source>Working out who borders on whom…</source>
        <translation>Es wird ermittelt, wer an wen grenzt …</translation>
    </message>
    <message>
        <source>neighbours</source>
        <translation>Nachbarn</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>geschlossen</translation>
    </message>
    <message>
        <source>a corner, or not touching</source>
        <translation>Ecke, oder keine Berührung</translation>
    </message>
    <message>
        <source>look at it</source>
        <translation>ansehen</translation>
    </message>
    <message>
        <source>doubtful</source>
        <translation>zweifelhaft</translation>
    </message>
    <message>
        <source>{0} neighbours</source>
        <translation>{0} Nachbarn</translation>
    </message>
    <message>
        <source>Pick one cell to see how far a unit gets from it</source>
        <translation>Wähl ein Feld, um zu sehen, wie weit eine Einheit von dort kommt</translation>
    </message>
    <message>
        <source>No sight yet: {0}</source>
        <translation>Noch keine Sicht: {0}</translation>
    </message>
    <message>
        <source>Red: seen from many cells. Pick a cell to look from it</source>
        <translation>Rot: von vielen Feldern zu sehen. Wähl ein Feld, um von dort zu blicken</translation>
    </message>
    <message>
        <source>In sight</source>
        <translation>In Sicht</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Fix all</source>
        <translation>Alle beheben</translation>
    </message>
    <message>
        <source>Issues</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Strength of {0}</source>
        <translation>Stärke von {0}</translation>
    </message>
    <message>
        <source>How strongly it is drawn</source>
        <translation>Wie kräftig es gezeichnet wird</translation>
    </message>
    <message>
        <source>Hide {0}</source>
        <translation>{0} ausblenden</translation>
    </message>
    <message>
        <source>Show {0}</source>
        <translation>{0} zeigen</translation>
    </message>
    <message>
        <source>Unlock {0}</source>
        <translation>{0} entsperren</translation>
    </message>
    <message>
        <source>Lock {0}</source>
        <translation>{0} sperren</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Ebenen</translation>
    </message>
    <message>
        <source>New kind</source>
        <translation>Neue Art</translation>
    </message>
    <message>
        <source>Change the kind in ink</source>
        <translation>Art der Farbe ändern</translation>
    </message>
    <message>
        <source>Palette</source>
        <translation>Palette</translation>
    </message>
    <message>
        <source>Save the map</source>
        <translation>Karte speichern</translation>
    </message>
    <message>
        <source>Save the map as…</source>
        <translation>Karte speichern unter …</translation>
    </message>
    <message>
        <source>Export the map…</source>
        <translation>Karte exportieren …</translation>
    </message>
    <message>
        <source>Try the map on the table</source>
        <translation>Karte auf dem Tisch probieren</translation>
    </message>
    <message>
        <source>Save as scenario…</source>
        <translation>Als Szenario speichern …</translation>
    </message>
    <message>
        <source>Size and numbers of the sheet…</source>
        <translation>Größe und Nummern des Bogens …</translation>
    </message>
    <message>
        <source>Add a board beside this one…</source>
        <translation>Plan neben diesen setzen …</translation>
    </message>
    <message>
        <source>Close the map</source>
        <translation>Karte schließen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Do again</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Copy the picked cells</source>
        <translation>Ausgewählte Felder kopieren</translation>
    </message>
    <message>
        <source>Cut the picked cells out</source>
        <translation>Ausgewählte Felder ausschneiden</translation>
    </message>
    <message>
        <source>Paste cells</source>
        <translation>Felder einfügen</translation>
    </message>
    <message>
        <source>Double what is picked</source>
        <translation>Auswahl verdoppeln</translation>
    </message>
    <message>
        <source>Turn the piece to paste</source>
        <translation>Einzufügendes Stück drehen</translation>
    </message>
    <message>
        <source>Turn the piece back</source>
        <translation>Stück zurückdrehen</translation>
    </message>
    <message>
        <source>Pick all cells</source>
        <translation>Alle Felder auswählen</translation>
    </message>
    <message>
        <source>Pick nothing</source>
        <translation>Nichts auswählen</translation>
    </message>
    <message>
        <source>Erase what is picked</source>
        <translation>Auswahl radieren</translation>
    </message>
    <message>
        <source>Name the picked cell</source>
        <translation>Ausgewähltes Feld benennen</translation>
    </message>
    <message>
        <source>Swap the two inks</source>
        <translation>Die zwei Farben tauschen</translation>
    </message>
    <message>
        <source>Let Alt count as held, or not</source>
        <translation>Alt als gedrückt gelten lassen, oder nicht</translation>
    </message>
    <message>
        <source>Go to the next issue</source>
        <translation>Zum nächsten Befund</translation>
    </message>
    <message>
        <source>Go to the next doubtful neighbours</source>
        <translation>Zu den nächsten zweifelhaften Nachbarn</translation>
    </message>
    <message>
        <source>Show the whole sheet</source>
        <translation>Den ganzen Bogen zeigen</translation>
    </message>
    <message>
        <source>Show what is picked</source>
        <translation>Auswahl zeigen</translation>
    </message>
    <message>
        <source>1 cell</source>
        <translation>1 Feld</translation>
    </message>
    <message>
        <source>{0} cells</source>
        <translation>{0} Felder</translation>
    </message>
    <message>
        <source>A scale bar must have a length.</source>
        <translation>Ein Maßstabsbalken muss eine Länge haben.</translation>
    </message>
    <message>
        <source>Mark its two ends again.</source>
        <translation>Markiere seine zwei Enden noch einmal.</translation>
    </message>
    <message>
        <source>There is no cell {0}.</source>
        <translation>Es gibt kein Feld {0}.</translation>
    </message>
    <message>
        <source>Type a cell of the map, or two coordinates: 120.5, 64.</source>
        <translation>Tippe ein Feld der Karte oder zwei Koordinaten: 120.5, 64.</translation>
    </message>
    <message>
        <source>Line {0}: write it like “move_foot = 2”.</source>
        <translation>Zeile {0}: Schreib es wie „move_foot = 2“.</translation>
    </message>
    <message>
        <source>Type how long the scale bar is, as a number.</source>
        <translation>Tippe als Zahl, wie lang der Maßstabsbalken ist.</translation>
    </message>
    <message>
        <source>For example 500.</source>
        <translation>Zum Beispiel 500.</translation>
    </message>
    <message>
        <source>a side</source>
        <translation>eine Seite</translation>
    </message>
    <message>
        <source>a corner</source>
        <translation>eine Ecke</translation>
    </message>
    <message>
        <source>a gap</source>
        <translation>eine Lücke</translation>
    </message>
    <message>
        <source>joined by hand</source>
        <translation>von Hand verbunden</translation>
    </message>
    <message>
        <source>a link</source>
        <translation>eine Verbindung</translation>
    </message>
    <message>
        <source>no contact</source>
        <translation>keine Berührung</translation>
    </message>
    <message>
        <source>They run together for {0} only</source>
        <translation>Sie laufen nur {0} gemeinsam</translation>
    </message>
    <message>
        <source>{0} apart along {1}</source>
        <translation>{0} Abstand auf {1}</translation>
    </message>
    <message>
        <source>They come near, but hardly run side by side</source>
        <translation>Sie kommen sich nah, laufen aber kaum nebeneinander</translation>
    </message>
    <message>
        <source>They share a point and nothing else</source>
        <translation>Sie teilen einen Punkt und sonst nichts</translation>
    </message>
    <message>
        <source>The source calls them neighbours, but their borders do not meet</source>
        <translation>Die Quelle nennt sie Nachbarn, aber ihre Grenzen treffen sich nicht</translation>
    </message>
    <message>
        <source>Their borders meet, but the source does not call them neighbours</source>
        <translation>Ihre Grenzen treffen sich, aber die Quelle nennt sie nicht Nachbarn</translation>
    </message>
    <message>
        <source>A road crosses, but the side is closed</source>
        <translation>Eine Straße quert, aber die Seite ist geschlossen</translation>
    </message>
    <message>
        <source>The import decided this, no person has</source>
        <translation>Das entschied der Import, noch kein Mensch</translation>
    </message>
    <message>
        <source>Confirmed before, but the drawing has changed since</source>
        <translation>Früher bestätigt, aber die Zeichnung ist seitdem geändert</translation>
    </message>
    <message>
        <source>{0} long</source>
        <translation>{0} lang</translation>
    </message>
    <message>
        <source>gap {0}</source>
        <translation>Lücke {0}</translation>
    </message>
    <message>
        <source>neighbours now</source>
        <translation>jetzt Nachbarn</translation>
    </message>
    <message>
        <source>not neighbours now</source>
        <translation>jetzt keine Nachbarn</translation>
    </message>
    <message>
        <source>Previous pair</source>
        <translation>Voriges Paar</translation>
    </message>
    <message>
        <source>Next pair</source>
        <translation>Nächstes Paar</translation>
    </message>
    <message>
        <source>Doubtful neighbours</source>
        <translation>Zweifelhafte Nachbarn</translation>
    </message>
    <message>
        <source>Keep as it is</source>
        <translation>Lassen, wie es ist</translation>
    </message>
    <message>
        <source>Make neighbours</source>
        <translation>Zu Nachbarn machen</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Ausschneiden</translation>
    </message>
    <message>
        <source>confirmed: {0}; {1}</source>
        <translation>bestätigt: {0}; {1}</translation>
    </message>
</context>
<context>
    <name>MapBar</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Do again</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Undo: {0}</source>
        <translation>Rückgängig: {0}</translation>
    </message>
    <message>
        <source>Do again: {0}</source>
        <translation>Wiederholen: {0}</translation>
    </message>
    <message>
        <source>Nothing has changed since the map was saved.</source>
        <translation>Seit dem Speichern der Karte hat sich nichts geändert.</translation>
    </message>
    <message>
        <source>Save to {0}</source>
        <translation>Speichern in {0}</translation>
    </message>
</context>
<context>
    <name>MapMenu</name>
    <message>
        <source>Bring {0} back into the map</source>
        <translation>{0} zurück in die Karte holen</translation>
    </message>
    <message>
        <source>Edit {0}</source>
        <translation>{0} bearbeiten</translation>
    </message>
    <message>
        <source>Pick {0}</source>
        <translation>{0} auswählen</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>{0} entfernen</translation>
    </message>
    <message>
        <source>Paint {0}</source>
        <translation>{0} malen</translation>
    </message>
    <message>
        <source>Fill the patch with {0}</source>
        <translation>Fleck mit {0} füllen</translation>
    </message>
    <message>
        <source>Draw with {0}</source>
        <translation>Mit {0} zeichnen</translation>
    </message>
    <message>
        <source>Erase</source>
        <translation>Radieren</translation>
    </message>
    <message>
        <source>One level higher</source>
        <translation>Eine Stufe höher</translation>
    </message>
    <message>
        <source>One level lower</source>
        <translation>Eine Stufe tiefer</translation>
    </message>
    <message>
        <source>Name…</source>
        <translation>Name …</translation>
    </message>
    <message>
        <source>Another id…</source>
        <translation>Andere Kennung …</translation>
    </message>
    <message>
        <source>Pick the patch of this terrain</source>
        <translation>Fleck dieses Geländes auswählen</translation>
    </message>
    <message>
        <source>Take out of the map</source>
        <translation>Aus der Karte nehmen</translation>
    </message>
    <message>
        <source>Clear the sides of {0}</source>
        <translation>Seiten von {0} leeren</translation>
    </message>
    <message>
        <source>Take back the word on {0} – {1}</source>
        <translation>Angabe zu {0} – {1} zurücknehmen</translation>
    </message>
    <message>
        <source>Ask again about {0} – {1}</source>
        <translation>Noch einmal nach {0} – {1} fragen</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Ausschneiden</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
</context>
<context>
    <name>MapOpener</name>
    <message>
        <source>The map could not be begun: {0}.</source>
        <translation>Die Karte ließ sich nicht beginnen: {0}.</translation>
    </message>
    <message>
        <source>Choose another place.</source>
        <translation>Wähle einen anderen Ort.</translation>
    </message>
    <message>
        <source>WarDesk maps (*.wdmap)</source>
        <translation>WarDesk-Karten (*.wdmap)</translation>
    </message>
    <message>
        <source>Save the map as</source>
        <translation>Karte speichern unter</translation>
    </message>
    <message>
        <source>Opening the map…</source>
        <translation>Die Karte wird geöffnet …</translation>
    </message>
    <message>
        <source>This is your own copy; what ships with WarDesk stays as it is.</source>
        <translation>Das ist deine eigene Kopie; was WarDesk mitbringt, bleibt, wie es ist.</translation>
    </message>
    <message>
        <source>Its scenarios stand on Home.</source>
        <translation>Ihre Szenarien stehen auf dem Startbildschirm.</translation>
    </message>
</context>
<context>
    <name>MapPage</name>
    <message>
        <source>Maps</source>
        <translation>Karten</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>Aus einer Datei …</translation>
    </message>
    <message>
        <source>From a folder…</source>
        <translation>Aus einem Ordner …</translation>
    </message>
    <message>
        <source>Title of the table</source>
        <translation>Titel des Tisches</translation>
    </message>
    <message>
        <source>The map</source>
        <translation>Die Karte</translation>
    </message>
    <message>
        <source>Maps (*.wdmap manifest.json);;All files (*)</source>
        <translation>Karten (*.wdmap manifest.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Choose a map</source>
        <translation>Karte wählen</translation>
    </message>
    <message>
        <source>Choose the folder of a map</source>
        <translation>Ordner einer Karte wählen</translation>
    </message>
    <message>
        <source>Reading the map…</source>
        <translation>Die Karte wird gelesen …</translation>
    </message>
    <message>
        <source>The map says of itself that it is a reconstruction.</source>
        <translation>Die Karte gibt sich selbst als Rekonstruktion an.</translation>
    </message>
    <message>
        <source>A table at {0}</source>
        <translation>Ein Tisch bei {0}</translation>
    </message>
    <message>
        <source>This map cannot be used.</source>
        <translation>Diese Karte ist nicht zu gebrauchen.</translation>
    </message>
    <message>
        <source>Drawing the map…</source>
        <translation>Karte wird gezeichnet …</translation>
    </message>
    <message>
        <source>The land is worked out once.</source>
        <translation>Das Land wird einmal berechnet.</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
    <message>
        <source>This campaign has no map</source>
        <translation>Dieser Feldzug hat keine Karte</translation>
    </message>
    <message>
        <source>A pack&apos;s map is one GeoJSON file beside its campaign.</source>
        <translation>Die Karte eines Pakets ist eine GeoJSON-Datei neben seinem Feldzug.</translation>
    </message>
    <message>
        <source>{0} not on this map</source>
        <translation>{0} nicht auf dieser Karte</translation>
    </message>
</context>
<context>
    <name>MapSizeDialog</name>
    <message>
        <source>Sheet</source>
        <translation>Bogen</translation>
    </message>
    <message>
        <source>Columns left</source>
        <translation>Spalten links</translation>
    </message>
    <message>
        <source>Columns right</source>
        <translation>Spalten rechts</translation>
    </message>
    <message>
        <source>Rows above</source>
        <translation>Zeilen oben</translation>
    </message>
    <message>
        <source>Rows below</source>
        <translation>Zeilen unten</translation>
    </message>
    <message>
        <source>How many to add; below 0 takes some off</source>
        <translation>Wie viele dazukommen; unter 0 fallen welche weg</translation>
    </message>
    <message>
        <source>Number anew from the corner</source>
        <translation>Von der Ecke aus neu nummerieren</translation>
    </message>
    <message>
        <source>Number anew</source>
        <translation>Neu nummerieren</translation>
    </message>
    <message>
        <source>0101: column, row</source>
        <translation>0101: Spalte, Zeile</translation>
    </message>
    <message>
        <source>0101: row, column</source>
        <translation>0101: Zeile, Spalte</translation>
    </message>
    <message>
        <source>A1: letter, number</source>
        <translation>A1: Buchstabe, Zahl</translation>
    </message>
    <message>
        <source>Oblique: along the hexes</source>
        <translation>Schräg: den Hexfeldern entlang</translation>
    </message>
    <message>
        <source>Begins at</source>
        <translation>Beginnt bei</translation>
    </message>
    <message>
        <source>In steps of</source>
        <translation>In Schritten von</translation>
    </message>
    <message>
        <source>From right to left</source>
        <translation>Von rechts nach links</translation>
    </message>
    <message>
        <source>From bottom to top</source>
        <translation>Von unten nach oben</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Nummern</translation>
    </message>
    <message>
        <source>Before numbers</source>
        <translation>Vor den Nummern</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>The sheet will have {0} × {1} cells; the first is called {2}.</source>
        <translation>Der Bogen wird {0} × {1} Felder haben; das erste heißt {2}.</translation>
    </message>
    <message>
        <source>Nothing is changed yet.</source>
        <translation>Noch ist nichts geändert.</translation>
    </message>
</context>
<context>
    <name>MapTrials</name>
    <message>
        <source>The scenario stands on Home, with its own copy of the map.</source>
        <translation>Das Szenario steht auf der Startseite, mit eigener Kopie der Karte.</translation>
    </message>
    <message>
        <source>You go on drawing in {0}; trying it brings the copy up to date.</source>
        <translation>Gezeichnet wird weiter in {0}; beim Ausprobieren zieht die Kopie nach.</translation>
    </message>
</context>
<context>
    <name>MapView</name>
    <message>
        <source>Map: {0}</source>
        <translation>Karte: {0}</translation>
    </message>
    <message>
        <source>level {0}</source>
        <translation>Stufe {0}</translation>
    </message>
</context>
<context>
    <name>MapWorkspace</name>
    <message>
        <source>Try on the table</source>
        <translation>Auf dem Tisch probieren</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>only at the map</source>
        <translation>nur an der Karte</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>The map has 1 error, so nobody can play on it.</source>
        <translation>Die Karte hat 1 Fehler, darum kann niemand auf ihr spielen.</translation>
    </message>
    <message>
        <source>The map has {0} errors, so nobody can play on it.</source>
        <translation>Die Karte hat {0} Fehler, darum kann niemand auf ihr spielen.</translation>
    </message>
    <message>
        <source>They stand at the top of the list of issues.</source>
        <translation>Sie stehen oben in der Liste der Befunde.</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>gespeichert</translation>
    </message>
    <message>
        <source>changed; kept safe until you save</source>
        <translation>geändert; bis zum Speichern gesichert</translation>
    </message>
    <message>
        <source>new; kept safe until you save</source>
        <translation>neu; bis zum Speichern gesichert</translation>
    </message>
    <message>
        <source>Zoom {0} %</source>
        <translation>Zoom {0} %</translation>
    </message>
    <message>
        <source>{0} areas</source>
        <translation>{0} Sektoren</translation>
    </message>
    <message>
        <source>{0} × {1} hexes</source>
        <translation>{0} × {1} Hexfelder</translation>
    </message>
    <message>
        <source>{0} × {1} cells</source>
        <translation>{0} × {1} Felder</translation>
    </message>
</context>
<context>
    <name>MarkerDialog</name>
    <message>
        <source>New marker</source>
        <translation>Neuer Marker</translation>
    </message>
    <message>
        <source>Make it</source>
        <translation>Anlegen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Letters</source>
        <translation>Buchstaben</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>circle</source>
        <translation>Kreis</translation>
    </message>
    <message>
        <source>square</source>
        <translation>Quadrat</translation>
    </message>
    <message>
        <source>diamond</source>
        <translation>Raute</translation>
    </message>
    <message>
        <source>octagon</source>
        <translation>Achteck</translation>
    </message>
    <message>
        <source>hexagon</source>
        <translation>Sechseck</translation>
    </message>
    <message>
        <source>triangle</source>
        <translation>Dreieck</translation>
    </message>
    <message>
        <source>A marker has a name and one or two letters</source>
        <translation>Ein Marker hat einen Namen und ein oder zwei Buchstaben</translation>
    </message>
    <message>
        <source>Write the colour like #7a3b34</source>
        <translation>Schreib die Farbe wie #7a3b34</translation>
    </message>
</context>
<context>
    <name>MeasureTool</name>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>measure</source>
        <translation>messen</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>begin a path</source>
        <translation>Weg beginnen</translation>
    </message>
    <message>
        <source>from the keyboard&apos;s cell</source>
        <translation>vom Tastaturfeld</translation>
    </message>
    <message>
        <source>next stop</source>
        <translation>nächster Halt</translation>
    </message>
    <message>
        <source>last stop back</source>
        <translation>letzten Halt zurück</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>Doppelklick</translation>
    </message>
    <message>
        <source>finish</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>drop it</source>
        <translation>verwerfen</translation>
    </message>
</context>
<context>
    <name>MergeOptions</name>
    <message>
        <source>First</source>
        <translation>Erster</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größter</translation>
    </message>
    <message>
        <source>Whose id, terrain and name are kept</source>
        <translation>Wessen Kennung, Gelände und Name bleiben</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Vereinen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Keeps</source>
        <translation>Es bleibt</translation>
    </message>
    <message>
        <source>Make one area of the {0} picked ones (Enter)</source>
        <translation>Aus den {0} ausgewählten Sektoren einen machen (Enter)</translation>
    </message>
    <message>
        <source>Pick two areas or more: Shift+click.</source>
        <translation>Wähl zwei oder mehr Sektoren: Shift+Klick.</translation>
    </message>
    <message>
        <source>Take them off the map; undo brings them back (Del)</source>
        <translation>Von der Karte nehmen; Rückgängig holt sie zurück (Del)</translation>
    </message>
    <message>
        <source>Pick an area: Shift+click.</source>
        <translation>Wähl einen Sektor: Shift+Klick.</translation>
    </message>
</context>
<context>
    <name>MergeTool</name>
    <message>
        <source>Merge areas</source>
        <translation>Sektoren vereinen</translation>
    </message>
    <message>
        <source>Click a neighbour</source>
        <translation>Nachbarn anklicken</translation>
    </message>
    <message>
        <source>merge</source>
        <translation>vereinen</translation>
    </message>
    <message>
        <source>begin anew</source>
        <translation>neu beginnen</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>first area, or a gap</source>
        <translation>erster Sektor oder Lücke</translation>
    </message>
    <message>
        <source>Shift+click</source>
        <translation>Shift+Klick</translation>
    </message>
    <message>
        <source>pick several</source>
        <translation>mehrere auswählen</translation>
    </message>
    <message>
        <source>merge the picked</source>
        <translation>Auswahl vereinen</translation>
    </message>
    <message>
        <source>take the picked off the map</source>
        <translation>Auswahl von der Karte nehmen</translation>
    </message>
    <message>
        <source>A gap goes to an area, not to another gap.</source>
        <translation>Eine Lücke geht an einen Sektor, nicht an eine andere Lücke.</translation>
    </message>
    <message>
        <source>Click the area that is to have it.</source>
        <translation>Klick den Sektor an, der sie bekommen soll.</translation>
    </message>
    <message>
        <source>Pick two areas or more, side by side.</source>
        <translation>Wähl zwei oder mehr Sektoren nebeneinander.</translation>
    </message>
    <message>
        <source>Pick an area first: Shift+click.</source>
        <translation>Wähl erst einen Sektor: Shift+Klick.</translation>
    </message>
</context>
<context>
    <name>MessageDialog</name>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>To {0}</source>
        <translation>An {0}</translation>
    </message>
    <message>
        <source>Arrives</source>
        <translation>Trifft ein</translation>
    </message>
    <message>
        <source>At once</source>
        <translation>Sofort</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>A message of the umpire</source>
        <translation>Eine Nachricht des Schiedsrichters</translation>
    </message>
    <message>
        <source>It stands in the next packet of those seats, and nobody else reads it.</source>
        <translation>Sie steht im nächsten Umschlag dieser Plätze, und niemand sonst liest sie.</translation>
    </message>
    <message>
        <source>Choose who shall read it</source>
        <translation>Wähle, wer sie lesen soll</translation>
    </message>
    <message>
        <source>The message is empty</source>
        <translation>Die Nachricht ist leer</translation>
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
        <source>Help</source>
        <translation>Hilfe</translation>
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
    <name>NeedsPanel</name>
    <message>
        <source>Needs you</source>
        <translation>Braucht dich</translation>
    </message>
    <message>
        <source>Roll</source>
        <translation>Würfeln</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Wählen</translation>
    </message>
    <message>
        <source>Decide</source>
        <translation>Entscheiden</translation>
    </message>
    <message>
        <source>Do</source>
        <translation>Erledigen</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>Beginnen</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Eintragen</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Klären</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tisch</translation>
    </message>
    <message>
        <source>Nothing waits for you.</source>
        <translation>Nichts wartet auf dich.</translation>
    </message>
</context>
<context>
    <name>NewCampaignDialog</name>
    <message>
        <source>New campaign</source>
        <translation>Neuer Feldzug</translation>
    </message>
    <message>
        <source>Campaign</source>
        <translation>Feldzug</translation>
    </message>
    <message>
        <source>Name of this campaign</source>
        <translation>Name dieses Feldzugs</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen …</translation>
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
        <source>Begin</source>
        <translation>Beginnen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>No campaign was found among the packs</source>
        <translation>Unter den Paketen fand sich kein Feldzug</translation>
    </message>
    <message>
        <source>Over {0}; {1} days.</source>
        <translation>Umfasst {0}; {1} Tage.</translation>
    </message>
    <message>
        <source>Who sits where</source>
        <translation>Wer wo sitzt</translation>
    </message>
    <message>
        <source>Name of the person, if you like</source>
        <translation>Name der Person, wenn du magst</translation>
    </message>
    <message>
        <source>Who is {0}</source>
        <translation>Wer ist {0}</translation>
    </message>
    <message>
        <source>Settings, fixed from now on</source>
        <translation>Einstellungen, ab jetzt fest</translation>
    </message>
    <message>
        <source>What is rebuilt</source>
        <translation>Was rekonstruiert ist</translation>
    </message>
    <message>
        <source>Give it a name.</source>
        <translation>Gib ihm einen Namen.</translation>
    </message>
    <message>
        <source>Say where its file shall lie.</source>
        <translation>Sag, wo seine Datei liegen soll.</translation>
    </message>
    <message>
        <source>{0} is there already. Choose another name.</source>
        <translation>{0} gibt es schon. Wähl einen anderen Namen.</translation>
    </message>
    <message>
        <source>There is no folder {0}.</source>
        <translation>Es gibt keinen Ordner {0}.</translation>
    </message>
    <message>
        <source>WarDesk campaigns (*{0})</source>
        <translation>WarDesk-Feldzüge (*{0})</translation>
    </message>
    <message>
        <source>Where the campaign lies</source>
        <translation>Wo der Feldzug liegt</translation>
    </message>
</context>
<context>
    <name>NewCellFields</name>
    <message>
        <source>Id</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Id of the new area</source>
        <translation>Kennung des neuen Sektors</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Name of the new area</source>
        <translation>Name des neuen Sektors</translation>
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
        <source>Every outcome is proposed with its odds; you accept or overrule it.</source>
        <translation>Jedes Ergebnis wird mit seinen Chancen vorgeschlagen; du nimmst es an oder entscheidest anders.</translation>
    </message>
    <message>
        <source>The bots play against each other; you look on.</source>
        <translation>Die Bots spielen gegeneinander; du siehst zu.</translation>
    </message>
    <message>
        <source>You move everything by hand; no rules are checked.</source>
        <translation>Ihr bewegt alles von Hand; Regeln werden nicht geprüft.</translation>
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
    <name>NewMapDialog</name>
    <message>
        <source>New map</source>
        <translation>Neue Karte</translation>
    </message>
    <message>
        <source>Hexes</source>
        <translation>Hexfelder</translation>
    </message>
    <message>
        <source>Squares</source>
        <translation>Quadrate</translation>
    </message>
    <message>
        <source>Areas</source>
        <translation>Sektoren</translation>
    </message>
    <message>
        <source>Kind of map</source>
        <translation>Kartenart</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Flat tops</source>
        <translation>Flach oben</translation>
    </message>
    <message>
        <source>Pointed tops</source>
        <translation>Spitz oben</translation>
    </message>
    <message>
        <source>Second</source>
        <translation>Zweite</translation>
    </message>
    <message>
        <source>First</source>
        <translation>Erste</translation>
    </message>
    <message>
        <source>Column that lies lower</source>
        <translation>Spalte, die tiefer liegt</translation>
    </message>
    <message>
        <source>0101: column, row</source>
        <translation>0101: Spalte, Zeile</translation>
    </message>
    <message>
        <source>A1: letter, number</source>
        <translation>A1: Buchstabe, Zahl</translation>
    </message>
    <message>
        <source>Oblique: along the hexes</source>
        <translation>Schräg: den Hexfeldern entlang</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>such as 500 m</source>
        <translation>etwa 500 m</translation>
    </message>
    <message>
        <source>Choose the file</source>
        <translation>Datei wählen</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Lies lower</source>
        <translation>Tiefer liegt</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Nummern</translation>
    </message>
    <message>
        <source>Before numbers</source>
        <translation>Vor den Nummern</translation>
    </message>
    <message>
        <source>A cell is</source>
        <translation>Ein Feld misst</translation>
    </message>
    <message>
        <source>Palette</source>
        <translation>Palette</translation>
    </message>
    <message>
        <source>Kept in</source>
        <translation>Ablage</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Anlegen</translation>
    </message>
    <message>
        <source>{0} (rebuilt in parts)</source>
        <translation>{0} (teils rekonstruiert)</translation>
    </message>
    <message>
        <source>A unit is</source>
        <translation>Eine Einheit misst</translation>
    </message>
    <message>
        <source>An empty sheet of paper: draw the areas, or put a picture below them first.</source>
        <translation>Ein leeres Blatt: Zeichne die Sektoren, oder leg erst ein Bild darunter.</translation>
    </message>
    <message>
        <source>{0} cells. Size, numbers and palette can be changed later.</source>
        <translation>{0} Felder. Größe, Nummern und Palette lassen sich später ändern.</translation>
    </message>
    <message>
        <source>WarDesk maps (*.wdmap)</source>
        <translation>WarDesk-Karten (*.wdmap)</translation>
    </message>
    <message>
        <source>Keep the map in</source>
        <translation>Karte ablegen in</translation>
    </message>
    <message>
        <source>{0} is there already.</source>
        <translation>{0} gibt es schon.</translation>
    </message>
</context>
<context>
    <name>NewsModel</name>
    <message>
        <source>Turn</source>
        <translation>Zug</translation>
    </message>
    <message>
        <source>What it would newly reveal</source>
        <translation>Was er neu verriete</translation>
    </message>
</context>
<context>
    <name>NodeTool</name>
    <message>
        <source>Edit corners</source>
        <translation>Ecken bearbeiten</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>move together</source>
        <translation>zusammen verschieben</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>Pfeile</translation>
    </message>
    <message>
        <source>push</source>
        <translation>schieben</translation>
    </message>
    <message>
        <source>delete</source>
        <translation>löschen</translation>
    </message>
    <message>
        <source>let go</source>
        <translation>loslassen</translation>
    </message>
    <message>
        <source>move, or bend a border</source>
        <translation>schieben, biegen</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>Doppelklick</translation>
    </message>
    <message>
        <source>new bend</source>
        <translation>neuer Knick</translation>
    </message>
    <message>
        <source>Alt+click</source>
        <translation>Alt+Klick</translation>
    </message>
    <message>
        <source>new node</source>
        <translation>neuer Knoten</translation>
    </message>
    <message>
        <source>Drag on open ground</source>
        <translation>Im Freien ziehen</translation>
    </message>
    <message>
        <source>pick a box</source>
        <translation>Rahmen</translation>
    </message>
    <message>
        <source>step from corner to corner</source>
        <translation>nächste Ecke</translation>
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
        <source>No map is open</source>
        <translation>Keine Karte ist offen</translation>
    </message>
    <message>
        <source>Draw a new one, or open one that you have: from Home, or dropped on the window.</source>
        <translation>Zeichne eine neue, oder öffne eine vorhandene: vom Startbildschirm aus, oder zieh sie auf das Fenster.</translation>
    </message>
    <message>
        <source>Back to Home</source>
        <translation>Zurück zum Start</translation>
    </message>
    <message>
        <source>New map…</source>
        <translation>Neue Karte …</translation>
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
        <source>No campaign is open</source>
        <translation>Es ist kein Feldzug offen</translation>
    </message>
    <message>
        <source>Begin a new one, or open one that you have: from Home, or dropped on the window.</source>
        <translation>Beginn einen neuen, oder öffne einen vorhandenen: vom Startbildschirm aus, oder zieh ihn auf das Fenster.</translation>
    </message>
    <message>
        <source>New campaign…</source>
        <translation>Neuer Feldzug …</translation>
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
    <name>Opener</name>
    <message>
        <source>A reconstruction in parts. {0}</source>
        <translation>In Teilen eine Rekonstruktion. {0}</translation>
    </message>
    <message>
        <source>The pack {0} is open.</source>
        <translation>Das Paket {0} ist offen.</translation>
    </message>
    <message>
        <source>{0} scenarios are with the others below.</source>
        <translation>{0} Szenarien stehen unten bei den anderen.</translation>
    </message>
    <message>
        <source>Its scenario is below.</source>
        <translation>Sein Szenario steht unten.</translation>
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
    <name>OptionsBar</name>
    <message>
        <source>Options of the tool</source>
        <translation>Optionen des Werkzeugs</translation>
    </message>
</context>
<context>
    <name>OrdersDialog</name>
    <message>
        <source>Orders</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Orders of {0}</source>
        <translation>Befehle von {0}</translation>
    </message>
    <message>
        <source>Form of {0}.</source>
        <translation>Bogen von {0}.</translation>
    </message>
    <message>
        <source>an unknown turn</source>
        <translation>ein unbekannter Zug</translation>
    </message>
    <message>
        <source>One line changes nothing.</source>
        <translation>Eine Zeile ändert nichts.</translation>
    </message>
    <message>
        <source>{0} lines change nothing.</source>
        <translation>{0} Zeilen ändern nichts.</translation>
    </message>
    <message>
        <source>Every order in it stands already.</source>
        <translation>Jeder Befehl darin gilt schon.</translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation>So lassen</translation>
    </message>
    <message>
        <source>Enter 1 order</source>
        <translation>1 Befehl eintragen</translation>
    </message>
    <message>
        <source>Enter {0} orders</source>
        <translation>{0} Befehle eintragen</translation>
    </message>
    <message>
        <source>The form is not in order</source>
        <translation>Der Bogen ist nicht in Ordnung</translation>
    </message>
    <message>
        <source>The form changes nothing</source>
        <translation>Der Bogen ändert nichts</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>withdrawn</source>
        <translation>zurückgezogen</translation>
    </message>
    <message>
        <source>message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>Message to the umpire</source>
        <translation>Nachricht an den Schiedsrichter</translation>
    </message>
    <message>
        <source>Stands</source>
        <translation>Gilt</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>Form</translation>
    </message>
</context>
<context>
    <name>Overlays</name>
    <message>
        <source>Adjacency</source>
        <translation>Nachbarn</translation>
    </message>
    <message>
        <source>Who borders on whom</source>
        <translation>Wer an wen grenzt</translation>
    </message>
    <message>
        <source>Sight</source>
        <translation>Sicht</translation>
    </message>
    <message>
        <source>What the picked cell sees</source>
        <translation>Was das ausgewählte Feld sieht</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>How far a unit gets</source>
        <translation>Wie weit eine Einheit kommt</translation>
    </message>
</context>
<context>
    <name>PacketsController</name>
    <message>
        <source>Where shall the packets go?</source>
        <translation>Wohin sollen die Umschläge?</translation>
    </message>
    <message>
        <source>The packet is written.</source>
        <translation>Der Umschlag ist geschrieben.</translation>
    </message>
    <message>
        <source>{0} packets are written.</source>
        <translation>{0} Umschläge sind geschrieben.</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>The message waits for its next packet.</source>
        <translation>Die Nachricht wartet auf den nächsten Umschlag.</translation>
    </message>
    <message>
        <source>Orders forms (*.json *.txt *.eml);;All files (*)</source>
        <translation>Befehlsbögen (*.json *.txt *.eml);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Which orders form?</source>
        <translation>Welcher Befehlsbogen?</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}.</source>
        <translation>{0} ist nicht lesbar: {1}.</translation>
    </message>
    <message>
        <source>One order is entered.</source>
        <translation>Ein Befehl ist eingetragen.</translation>
    </message>
    <message>
        <source>{0} orders are entered.</source>
        <translation>{0} Befehle sind eingetragen.</translation>
    </message>
    <message>
        <source>After-action report</source>
        <translation>Gefechtsbericht</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>Webseiten (*.html)</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>The report is written.</source>
        <translation>Der Bericht ist geschrieben.</translation>
    </message>
</context>
<context>
    <name>PacketsPage</name>
    <message>
        <source>Seats</source>
        <translation>Plätze</translation>
    </message>
    <message>
        <source>What its next packet would newly reveal</source>
        <translation>Was sein nächster Umschlag neu verriete</translation>
    </message>
    <message>
        <source>Open as this seat</source>
        <translation>Als dieser Platz öffnen</translation>
    </message>
    <message>
        <source>Message…</source>
        <translation>Nachricht …</translation>
    </message>
    <message>
        <source>Read orders…</source>
        <translation>Befehle einlesen …</translation>
    </message>
    <message>
        <source>Write this one…</source>
        <translation>Diesen schreiben …</translation>
    </message>
    <message>
        <source>Write all…</source>
        <translation>Alle schreiben …</translation>
    </message>
    <message>
        <source>Report…</source>
        <translation>Bericht …</translation>
    </message>
    <message>
        <source>Packets made</source>
        <translation>Geschriebene Umschläge</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>The next packet of {0}</source>
        <translation>Der nächste Umschlag von {0}</translation>
    </message>
    <message>
        <source>since its packet of {0}</source>
        <translation>seit seinem Umschlag vom {0}</translation>
    </message>
    <message>
        <source>its first packet</source>
        <translation>sein erster Umschlag</translation>
    </message>
    <message>
        <source>{0} new facts</source>
        <translation>{0} neue Tatsachen</translation>
    </message>
    <message>
        <source>This is what a seat sees; the umpire sends packets</source>
        <translation>Das sieht ein Platz; Umschläge schickt der Schiedsrichter</translation>
    </message>
    <message>
        <source>This campaign is open for reading only</source>
        <translation>Dieser Feldzug ist nur zum Lesen offen</translation>
    </message>
    <message>
        <source>Choose a seat in the list first</source>
        <translation>Wähle zuerst einen Platz in der Liste</translation>
    </message>
    <message>
        <source>Making packet {0} of {1}</source>
        <translation>Umschlag {0} von {1} wird gemacht</translation>
    </message>
    <message>
        <source>Drawing the maps of the report…</source>
        <translation>Die Karten des Berichts werden gezeichnet …</translation>
    </message>
</context>
<context>
    <name>PageStack</name>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Boxes</source>
        <translation>Kästen</translation>
    </message>
    <message>
        <source>Formations</source>
        <translation>Verbände</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Rulings</source>
        <translation>Entscheide</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Packets</source>
        <translation>Umschläge</translation>
    </message>
    <message>
        <source>Pages of the campaign</source>
        <translation>Seiten des Feldzugs</translation>
    </message>
    <message>
        <source>Show the map</source>
        <translation>Karte zeigen</translation>
    </message>
    <message>
        <source>Show the graph of scenarios</source>
        <translation>Szenarien als Netz zeigen</translation>
    </message>
    <message>
        <source>Show the plots</source>
        <translation>Kurven zeigen</translation>
    </message>
    <message>
        <source>Show the boxes beside the map</source>
        <translation>Kästen neben der Karte zeigen</translation>
    </message>
    <message>
        <source>Show the formations</source>
        <translation>Verbände zeigen</translation>
    </message>
    <message>
        <source>Show the log</source>
        <translation>Journal zeigen</translation>
    </message>
    <message>
        <source>Show the rulings</source>
        <translation>Entscheide zeigen</translation>
    </message>
    <message>
        <source>Show the results sheet</source>
        <translation>Ergebnisblatt zeigen</translation>
    </message>
    <message>
        <source>Show the packets for the seats</source>
        <translation>Umschläge für die Plätze zeigen</translation>
    </message>
</context>
<context>
    <name>PalettePanel</name>
    <message>
        <source>Cost: {0}</source>
        <translation>Kosten: {0}</translation>
    </message>
    <message>
        <source>Borders</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>Hexsides</source>
        <translation>Hexfeldseiten</translation>
    </message>
    <message>
        <source>Roads and rivers</source>
        <translation>Straßen und Flüsse</translation>
    </message>
</context>
<context>
    <name>PasteTool</name>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>copy the picked cells</source>
        <translation>ausgewählte Felder kopieren</translation>
    </message>
    <message>
        <source>paste</source>
        <translation>einfügen</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>drop it here</source>
        <translation>hier ablegen</translation>
    </message>
    <message>
        <source>Shift+click</source>
        <translation>Shift+Klick</translation>
    </message>
    <message>
        <source>drop and keep</source>
        <translation>ablegen und behalten</translation>
    </message>
    <message>
        <source>turn it</source>
        <translation>drehen</translation>
    </message>
    <message>
        <source>drop at the keyboard&apos;s cell</source>
        <translation>am Tastaturfeld ablegen</translation>
    </message>
    <message>
        <source>let go</source>
        <translation>loslassen</translation>
    </message>
    <message>
        <source>Names come along</source>
        <translation>Namen mitnehmen</translation>
    </message>
    <message>
        <source>{0} off the map</source>
        <translation>{0} neben der Karte</translation>
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
    <name>PlayersPage</name>
    <message>
        <source>Last turn</source>
        <translation>Letzter Zug</translation>
    </message>
    <message>
        <source>0: nobody counts</source>
        <translation>0: niemand zählt</translation>
    </message>
    <message>
        <source>One person can play all sides. A bot knows no rules here: it passes, or moves at random.</source>
        <translation>Einer kann alle Seiten spielen. Ein Bot kennt hier keine Regeln: Er passt oder zieht zufällig.</translation>
    </message>
    <message>
        <source>Who plays {0}</source>
        <translation>Wer spielt {0}</translation>
    </message>
    <message>
        <source>You, or somebody beside you</source>
        <translation>Du oder jemand neben dir</translation>
    </message>
    <message>
        <source>Nobody: it passes</source>
        <translation>Niemand: Seite passt</translation>
    </message>
    <message>
        <source>Bot, random</source>
        <translation>Bot, zufällig</translation>
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
        <source>By the rules</source>
        <translation>Nach den Regeln</translation>
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
    <name>PlotsPage</name>
    <message>
        <source>Which formations are drawn</source>
        <translation>Welche Verbände gezeichnet werden</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>All divisions</source>
        <translation>Alle Divisionen</translation>
    </message>
    <message>
        <source>Formations of {0}</source>
        <translation>Verbände von {0}</translation>
    </message>
</context>
<context>
    <name>PlotsView</name>
    <message>
        <source>Plots</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>{0}: {1} of {2} steps</source>
        <translation>{0}: {1} von {2} Stufen</translation>
    </message>
    <message>
        <source>{0} lost {1} steps</source>
        <translation>{0} verlor {1} Stufen</translation>
    </message>
    <message>
        <source>Steps left</source>
        <translation>Verbliebene Stufen</translation>
    </message>
    <message>
        <source>Victory points by day and cause</source>
        <translation>Siegpunkte nach Tag und Grund</translation>
    </message>
    <message>
        <source>Steps lost by day</source>
        <translation>Verlorene Stufen nach Tag</translation>
    </message>
</context>
<context>
    <name>PointsPanel</name>
    <message>
        <source>Victory points</source>
        <translation>Siegpunkte</translation>
    </message>
    <message>
        <source>and {0} more causes; the log has them all</source>
        <translation>und {0} weitere Gründe; alle stehen im Protokoll</translation>
    </message>
    <message>
        <source>No points yet.</source>
        <translation>Noch keine Punkte.</translation>
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
    <name>QueuePanel</name>
    <message>
        <source>Release queue</source>
        <translation>Freigabefolge</translation>
    </message>
    <message>
        <source>{0} of {1} wait</source>
        <translation>{0} von {1} warten</translation>
    </message>
    <message>
        <source>came in</source>
        <translation>eingetroffen</translation>
    </message>
    <message>
        <source>passed over</source>
        <translation>übergangen</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>next</source>
        <translation>nächste</translation>
    </message>
</context>
<context>
    <name>ReachOptions</name>
    <message>
        <source>Kind of unit</source>
        <translation>Art der Einheit</translation>
    </message>
    <message>
        <source>Kind of unit, as the palette&apos;s costs name them</source>
        <translation>Art der Einheit, wie die Kosten der Palette sie nennen</translation>
    </message>
    <message>
        <source>Movement points</source>
        <translation>Bewegungspunkte</translation>
    </message>
</context>
<context>
    <name>ReasonDialog</name>
    <message>
        <source>Write the reason first</source>
        <translation>Erst die Begründung schreiben</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Begründung</translation>
    </message>
</context>
<context>
    <name>RecordList</name>
    <message>
        <source>and {0} more</source>
        <translation>und {0} weitere</translation>
    </message>
    <message>
        <source>Nothing yet: every unit came out as it went in.</source>
        <translation>Noch nichts: Jede Einheit kam heraus, wie sie hineinging.</translation>
    </message>
    <message>
        <source>{0}: not yet, it does not balance</source>
        <translation>{0}: noch nicht, es geht nicht auf</translation>
    </message>
    <message>
        <source>{0} from {1} steps to {2}</source>
        <translation>{0} von {1} Stufen auf {2}</translation>
    </message>
    <message>
        <source>{0} is lost</source>
        <translation>{0} ist verloren</translation>
    </message>
</context>
<context>
    <name>RectangleTool</name>
    <message>
        <source>Rectangle</source>
        <translation>Rechteck</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>Pfeile</translation>
    </message>
    <message>
        <source>to the other corner</source>
        <translation>zur anderen Ecke</translation>
    </message>
    <message>
        <source>paint</source>
        <translation>malen</translation>
    </message>
    <message>
        <source>drop it</source>
        <translation>verwerfen</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>Loslassen</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>erase a box</source>
        <translation>Rechteck radieren</translation>
    </message>
    <message>
        <source>paint a box</source>
        <translation>Rechteck malen</translation>
    </message>
    <message>
        <source>erase</source>
        <translation>radieren</translation>
    </message>
    <message>
        <source>from the cell of the keyboard</source>
        <translation>vom Tastaturfeld</translation>
    </message>
    <message>
        <source>swap inks</source>
        <translation>Farben tauschen</translation>
    </message>
    <message>
        <source>Paint</source>
        <translation>Malen</translation>
    </message>
    <message>
        <source>Erase</source>
        <translation>Radieren</translation>
    </message>
    <message>
        <source>What the box does</source>
        <translation>Was das Rechteck tut</translation>
    </message>
</context>
<context>
    <name>RedrawTool</name>
    <message>
        <source>Redraw border</source>
        <translation>Grenze neu zeichnen</translation>
    </message>
    <message>
        <source>Drag from border to border</source>
        <translation>Von Grenze zu Grenze ziehen</translation>
    </message>
    <message>
        <source>draw that part anew</source>
        <translation>dieses Stück neu zeichnen</translation>
    </message>
    <message>
        <source>drop</source>
        <translation>verwerfen</translation>
    </message>
    <message>
        <source>The line must begin and end on one border.</source>
        <translation>Die Linie muss auf derselben Grenze beginnen und enden.</translation>
    </message>
    <message>
        <source>Let go on the border where you began.</source>
        <translation>Lass auf der Grenze los, auf der du begonnen hast.</translation>
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
    <name>ResultsModel</name>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Formation</source>
        <translation>Verband</translation>
    </message>
    <message>
        <source>Went in</source>
        <translation>Hinein</translation>
    </message>
    <message>
        <source>Came out</source>
        <translation>Heraus</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Weg</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Saldo</translation>
    </message>
    <message>
        <source>fit</source>
        <translation>intakt</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>verloren</translation>
    </message>
</context>
<context>
    <name>ResultsPage</name>
    <message>
        <source>What was played</source>
        <translation>Was gespielt wurde</translation>
    </message>
    <message>
        <source>Find units or a formation</source>
        <translation>Einheiten oder Verband suchen</translation>
    </message>
    <message>
        <source>Results, unit by unit</source>
        <translation>Ergebnisse, Einheit für Einheit</translation>
    </message>
    <message>
        <source>Everyone came out</source>
        <translation>Alle heraus</translation>
    </message>
    <message>
        <source>From the table</source>
        <translation>Vom Tisch</translation>
    </message>
    <message>
        <source>Fill in what the table says; nothing is entered yet</source>
        <translation>Eintragen, was der Tisch sagt; noch wird nichts gebucht</translation>
    </message>
    <message>
        <source>Selected lost a step</source>
        <translation>Auswahl: Stufe weg</translation>
    </message>
    <message>
        <source>Who won</source>
        <translation>Wer gewann</translation>
    </message>
    <message>
        <source>Accept all</source>
        <translation>Alles annehmen</translation>
    </message>
    <message>
        <source>What the campaign will record</source>
        <translation>Was der Feldzug eintragen wird</translation>
    </message>
    <message>
        <source>Balance</source>
        <translation>Bilanz</translation>
    </message>
    <message>
        <source>Who won?</source>
        <translation>Wer gewann?</translation>
    </message>
    <message>
        <source>{0}: {1} units, filled in from the table; correct it, then accept.</source>
        <translation>{0}: {1} Einheiten, vom Tisch übernommen; berichtige, dann bestätige.</translation>
    </message>
    <message>
        <source>{0}: {1} units. Played at a table; type what came out. A draft is kept.</source>
        <translation>{0}: {1} Einheiten. Am Tisch gespielt; tippe ein, was herauskam. Ein Entwurf bleibt gesichert.</translation>
    </message>
    <message>
        <source>in {0} = out {1} + lost {2} − replaced {3}</source>
        <translation>hinein {0} = heraus {1} + verloren {2} − ersetzt {3}</translation>
    </message>
    <message>
        <source>off by {0}</source>
        <translation>um {0} daneben</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>noch nicht</translation>
    </message>
    <message>
        <source>Mend what is red first</source>
        <translation>Erst berichtigen, was rot ist</translation>
    </message>
    <message>
        <source>nothing typed</source>
        <translation>nichts eingetippt</translation>
    </message>
    <message>
        <source>This sheet changes nothing yet</source>
        <translation>Dieser Bogen ändert noch nichts</translation>
    </message>
    <message>
        <source>checking</source>
        <translation>wird geprüft</translation>
    </message>
    <message>
        <source>The ledger is being asked</source>
        <translation>Das Journal wird befragt</translation>
    </message>
    <message>
        <source>balances</source>
        <translation>geht auf</translation>
    </message>
    <message>
        <source>Replacement: from where?</source>
        <translation>Ersatz: woher?</translation>
    </message>
    <message>
        <source>Where the replacement came from</source>
        <translation>Woher der Ersatz kam</translation>
    </message>
    <message>
        <source>Set to {0}</source>
        <translation>Auf {0} setzen</translation>
    </message>
    <message>
        <source>{0}: “{1}” is no number of steps</source>
        <translation>{0}: „{1}“ ist keine Stufenzahl</translation>
    </message>
    <message>
        <source>{0} has {1} steps at most, not {2}</source>
        <translation>{0} hat höchstens {1} Stufen, nicht {2}</translation>
    </message>
    <message>
        <source>{0} came out with {1} more than went in; no replacement on record</source>
        <translation>{0} kam mit {1} mehr heraus als hinein; kein Ersatz eingetragen</translation>
    </message>
    <message>
        <source>The results are entered: one event.</source>
        <translation>Die Ergebnisse sind eingetragen: ein Ereignis.</translation>
    </message>
    <message>
        <source>The results are entered: {0} events.</source>
        <translation>Die Ergebnisse sind eingetragen; Ereignisse: {0}.</translation>
    </message>
</context>
<context>
    <name>ReviewPanel</name>
    <message>
        <source>Looking for doubtful neighbours…</source>
        <translation>Zweifelhafte Nachbarn werden gesucht …</translation>
    </message>
    <message>
        <source>Nobody needs to look at any pair: every border is clear or was decided.</source>
        <translation>Kein Paar braucht einen Blick: Jede Grenze ist klar oder wurde entschieden.</translation>
    </message>
    <message>
        <source>{0} %</source>
        <translation>{0} %</translation>
    </message>
</context>
<context>
    <name>ReviewTool</name>
    <message>
        <source>Review neighbours</source>
        <translation>Nachbarn durchsehen</translation>
    </message>
    <message>
        <source>next, previous pair</source>
        <translation>nächstes, voriges Paar</translation>
    </message>
    <message>
        <source>keep as it is</source>
        <translation>lassen, wie es ist</translation>
    </message>
    <message>
        <source>cut</source>
        <translation>teilen</translation>
    </message>
    <message>
        <source>make neighbours</source>
        <translation>zu Nachbarn machen</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>a cell: its doubtful pairs</source>
        <translation>ein Feld: seine zweifelhaften Paare</translation>
    </message>
    <message>
        <source>{0} and {1} are neighbours already.</source>
        <translation>{0} und {1} sind schon Nachbarn.</translation>
    </message>
    <message>
        <source>{0} and {1} are no neighbours already.</source>
        <translation>{0} und {1} sind schon keine Nachbarn.</translation>
    </message>
    <message>
        <source>Keep them as they are: Y.</source>
        <translation>So lassen: Y.</translation>
    </message>
    <message>
        <source>Join {0} and {1}</source>
        <translation>{0} und {1} verbinden</translation>
    </message>
    <message>
        <source>Part {0} and {1}</source>
        <translation>{0} und {1} trennen</translation>
    </message>
    <message>
        <source>No pair is in hand.</source>
        <translation>Kein Paar ist gewählt.</translation>
    </message>
    <message>
        <source>The list of doubtful neighbours is empty.</source>
        <translation>Die Liste zweifelhafter Nachbarn ist leer.</translation>
    </message>
</context>
<context>
    <name>RuleCard</name>
    <message>
        <source>Rule {0}</source>
        <translation>Regel {0}</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>How it is played here</source>
        <translation>So wird hier gespielt</translation>
    </message>
    <message>
        <source>Rebuilt</source>
        <translation>Rekonstruiert</translation>
    </message>
    <message>
        <source>Left to the players</source>
        <translation>Bleibt den Spielern überlassen</translation>
    </message>
</context>
<context>
    <name>RulingsPage</name>
    <message>
        <source>Find a question or a ruling</source>
        <translation>Frage oder Entscheid suchen</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>New question…</source>
        <translation>Neue Frage …</translation>
    </message>
    <message>
        <source>{0} open of {1}</source>
        <translation>{0} von {1} offen</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>gilt</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>Rule {0}</source>
        <translation>Regel {0}</translation>
    </message>
    <message>
        <source>Decided: {0}</source>
        <translation>Entschieden: {0}</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>Our proposal: {0}. {1}</source>
        <translation>Unser Vorschlag: {0}. {1}</translation>
    </message>
    <message>
        <source>A ruling changes what the desk does.</source>
        <translation>Eine Entscheidung ändert, was WarDesk tut.</translation>
    </message>
    <message>
        <source>A ruling is for the record: play it at the table.</source>
        <translation>Eine Entscheidung steht nur im Protokoll: spielt sie am Tisch.</translation>
    </message>
    <message>
        <source>Earlier rulings worth a look</source>
        <translation>Frühere Entscheide, die einen Blick lohnen</translation>
    </message>
    <message>
        <source>Rule anew; the earlier one stays on record</source>
        <translation>Neu entscheiden; der frühere Entscheid bleibt im Protokoll</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Entscheiden</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>Reason of the ruling</source>
        <translation>Begründung des Entscheids</translation>
    </message>
    <message>
        <source>Say why: a ruling needs a reason</source>
        <translation>Sag, warum: Ein Entscheid braucht eine Begründung</translation>
    </message>
    <message>
        <source>A new question about the rules</source>
        <translation>Eine neue Frage zu den Regeln</translation>
    </message>
    <message>
        <source>The question</source>
        <translation>Die Frage</translation>
    </message>
    <message>
        <source>Rule number, if there is one</source>
        <translation>Regelnummer, falls es eine gibt</translation>
    </message>
    <message>
        <source>Put it in the register</source>
        <translation>Ins Register eintragen</translation>
    </message>
    <message>
        <source>Write the question first</source>
        <translation>Erst die Frage schreiben</translation>
    </message>
</context>
<context>
    <name>SaveCopy</name>
    <message>
        <source>{0} copy</source>
        <translation>{0} Kopie</translation>
    </message>
    <message>
        <source>{0} copy {1}</source>
        <translation>{0} Kopie {1}</translation>
    </message>
    <message>
        <source>Save a copy of the campaign</source>
        <translation>Eine Kopie des Feldzugs sichern</translation>
    </message>
    <message>
        <source>WarDesk campaigns (*{0})</source>
        <translation>WarDesk-Feldzüge (*{0})</translation>
    </message>
</context>
<context>
    <name>SaveScenarioDialog</name>
    <message>
        <source>Save as scenario</source>
        <translation>Als Szenario speichern</translation>
    </message>
    <message>
        <source>{0}, my own</source>
        <translation>{0}, von mir</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>What it is about</source>
        <translation>Worum es geht</translation>
    </message>
    <message>
        <source>Players</source>
        <translation>Spieler</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Complexity</source>
        <translation>Anspruch</translation>
    </message>
    <message>
        <source>Other place…</source>
        <translation>Anderer Ort …</translation>
    </message>
    <message>
        <source>Save the scenario</source>
        <translation>Szenario speichern</translation>
    </message>
    <message>
        <source>It begins as the table stands now: counters, markers, tracks, cups, turn.</source>
        <translation>Es beginnt, wie der Tisch jetzt steht: Spielsteine, Marker, Leisten, Becher, Zug.</translation>
    </message>
    <message>
        <source>It begins with the set-up and 1 change made by hand.</source>
        <translation>Es beginnt mit dem Aufbau und 1 Änderung von Hand.</translation>
    </message>
    <message>
        <source>It begins with the set-up and {0} changes made by hand.</source>
        <translation>Es beginnt mit dem Aufbau und {0} Änderungen von Hand.</translation>
    </message>
    <message>
        <source>What was played after that is no part of it.</source>
        <translation>Was danach gespielt wurde, gehört nicht dazu.</translation>
    </message>
    <message>
        <source>In adjudicate mode, Edit on a counter&apos;s menu changes it.</source>
        <translation>Als Schiedsrichter änderst du ihn mit „Bearbeiten“ im Menü eines Spielsteins.</translation>
    </message>
    <message>
        <source>Where is the pack to lie?</source>
        <translation>Wo soll das Paket liegen?</translation>
    </message>
    <message>
        <source>A new folder: {0}</source>
        <translation>Ein neuer Ordner: {0}</translation>
    </message>
    <message>
        <source>Give the scenario a title</source>
        <translation>Gib dem Szenario einen Titel</translation>
    </message>
</context>
<context>
    <name>ScenarioDialog</name>
    <message>
        <source>A scenario for this map</source>
        <translation>Ein Szenario für diese Karte</translation>
    </message>
    <message>
        <source>How it is to be played</source>
        <translation>Wie darauf gespielt wird</translation>
    </message>
    <message>
        <source>{0}, my own</source>
        <translation>{0}, von mir</translation>
    </message>
    <message>
        <source>Title of the scenario</source>
        <translation>Titel des Szenarios</translation>
    </message>
    <message>
        <source>Make it and play</source>
        <translation>Anlegen und spielen</translation>
    </message>
    <message>
        <source>Save the scenario</source>
        <translation>Szenario speichern</translation>
    </message>
    <message>
        <source>A map alone cannot be played on: a scenario must say who plays, and which counters stand where. This map is in none. Make one:</source>
        <translation>Auf einer Karte allein lässt sich nicht spielen: Ein Szenario muss sagen, wer spielt und welche Spielsteine wo stehen. Diese Karte gehört zu keinem. Leg eines an:</translation>
    </message>
    <message>
        <source>{0}, {1} counters</source>
        <translation>{0}, {1} Spielsteine</translation>
    </message>
    <message>
        <source>As “{0}”</source>
        <translation>Wie „{0}“</translation>
    </message>
    <message>
        <source>A new table without rules</source>
        <translation>Ein neuer Tisch ohne Regeln</translation>
    </message>
    <message>
        <source>Sides and counters of your own, step by step</source>
        <translation>Eigene Seiten und Spielsteine, Schritt für Schritt</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>The next window asks for sides, counters and players.</source>
        <translation>Das nächste Fenster fragt nach Seiten, Spielsteinen und Spielern.</translation>
    </message>
    <message>
        <source>The scenario gets its own copy of the map, in {0}; that copy is opened for drawing from now on.</source>
        <translation>Das Szenario bekommt eine eigene Kopie der Karte, in {0}; ab jetzt ist diese Kopie zum Zeichnen offen.</translation>
    </message>
    <message>
        <source>Write a title first.</source>
        <translation>Schreib zuerst einen Titel.</translation>
    </message>
    <message>
        <source>The scenario is being made…</source>
        <translation>Das Szenario wird angelegt …</translation>
    </message>
    <message>
        <source>The map lacks something for this: {0}</source>
        <translation>Der Karte fehlt dafür etwas: {0}</translation>
    </message>
</context>
<context>
    <name>ScenarioTableDialog</name>
    <message>
        <source>A scenario on the table</source>
        <translation>Ein Szenario auf dem Tisch</translation>
    </message>
    <message>
        <source>not begun</source>
        <translation>nicht begonnen</translation>
    </message>
    <message>
        <source>being played</source>
        <translation>wird gespielt</translation>
    </message>
    <message>
        <source>over</source>
        <translation>vorbei</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>Szenario</translation>
    </message>
    <message>
        <source>Units or formations</source>
        <translation>Einheiten oder Verbände</translation>
    </message>
    <message>
        <source>Units or formations, like 101.502, gds.ind.hhca; empty: all that belong to it</source>
        <translation>Einheiten oder Verbände, wie 101.502, gds.ind.hhca; leer: alle, die dazugehören</translation>
    </message>
    <message>
        <source>Its map is made from hex numbers, without terrain; it is not the printed sheet.</source>
        <translation>Seine Karte ist aus Hexnummern gemacht, ohne Gelände; sie ist nicht der gedruckte Plan.</translation>
    </message>
    <message>
        <source>Lay it on the table</source>
        <translation>Auf den Tisch legen</translation>
    </message>
    <message>
        <source>Go on at its table</source>
        <translation>An seinem Tisch weiterspielen</translation>
    </message>
    <message>
        <source>This campaign has no scenarios</source>
        <translation>Dieser Feldzug hat keine Szenarien</translation>
    </message>
    <message>
        <source>It is over. Take its results back to play it again.</source>
        <translation>Es ist vorbei. Nimm seine Ergebnisse zurück, um es noch einmal zu spielen.</translation>
    </message>
    <message>
        <source>It begins with those who are named, as strong as they are now.</source>
        <translation>Es beginnt mit den Genannten, so stark wie jetzt.</translation>
    </message>
    <message>
        <source>It begins with {0} units, as strong as they are now.</source>
        <translation>Es beginnt mit {0} Einheiten, so stark wie jetzt.</translation>
    </message>
    <message>
        <source>{0} units fight in it, as strong as they are now.</source>
        <translation>{0} Einheiten kämpfen darin, so stark wie jetzt.</translation>
    </message>
    <message>
        <source>It is over</source>
        <translation>Es ist vorbei</translation>
    </message>
    <message>
        <source>Nobody is there for it; name units</source>
        <translation>Niemand ist dafür da; nenne Einheiten</translation>
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
        <source>New campaign…</source>
        <translation>Neuer Feldzug …</translation>
    </message>
    <message>
        <source>Play…</source>
        <translation>Spielen …</translation>
    </message>
    <message>
        <source>Draw on its map</source>
        <translation>Auf seiner Karte zeichnen</translation>
    </message>
    <message>
        <source>rebuilt parts</source>
        <translation>Teile rekonstruiert</translation>
    </message>
</context>
<context>
    <name>SeatBanner</name>
    <message>
        <source>Made from what this seat may know and nothing else. Nothing can be done.</source>
        <translation>Nur aus dem gemacht, was dieser Platz wissen darf. Handeln kann man nicht.</translation>
    </message>
    <message>
        <source>Back to the umpire</source>
        <translation>Zurück zum Schiedsrichter</translation>
    </message>
    <message>
        <source>Opened as {0}</source>
        <translation>Geöffnet als {0}</translation>
    </message>
</context>
<context>
    <name>SeatsModel</name>
    <message>
        <source>Seat</source>
        <translation>Platz</translation>
    </message>
    <message>
        <source>Side</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Last packet</source>
        <translation>Letzter Umschlag</translation>
    </message>
    <message>
        <source>New facts</source>
        <translation>Neue Tatsachen</translation>
    </message>
    <message>
        <source>Orders</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>noch keiner</translation>
    </message>
    <message>
        <source>{0}, no longer true</source>
        <translation>{0}, nicht mehr wahr</translation>
    </message>
    <message>
        <source>{0}, last packet {1}, {2} new facts</source>
        <translation>{0}, letzter Umschlag {1}, {2} neue Tatsachen</translation>
    </message>
    <message>
        <source>Something in it was taken back since; send a new one</source>
        <translation>Etwas darin wurde seitdem zurückgenommen; schick einen neuen</translation>
    </message>
</context>
<context>
    <name>SelectTool</name>
    <message>
        <source>Select</source>
        <translation>Auswählen</translation>
    </message>
    <message>
        <source>take away</source>
        <translation>wegnehmen</translation>
    </message>
    <message>
        <source>add</source>
        <translation>dazunehmen</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>Pfeile</translation>
    </message>
    <message>
        <source>nudge the words, Shift further</source>
        <translation>Wörter rücken, Shift weiter</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>Doppelklick</translation>
    </message>
    <message>
        <source>edit</source>
        <translation>bearbeiten</translation>
    </message>
    <message>
        <source>remove</source>
        <translation>entfernen</translation>
    </message>
    <message>
        <source>pick nothing</source>
        <translation>abwählen</translation>
    </message>
    <message>
        <source>pick</source>
        <translation>auswählen</translation>
    </message>
    <message>
        <source>erase</source>
        <translation>radieren</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>kopieren</translation>
    </message>
    <message>
        <source>name</source>
        <translation>benennen</translation>
    </message>
    <message>
        <source>pick a cell, a line, words</source>
        <translation>Feld, Linie, Wörter</translation>
    </message>
    <message>
        <source>pick a box</source>
        <translation>Rahmen</translation>
    </message>
    <message>
        <source>Click again</source>
        <translation>Nochmal</translation>
    </message>
    <message>
        <source>the cell below a line</source>
        <translation>Feld unter Linie</translation>
    </message>
    <message>
        <source>edit a shape</source>
        <translation>Form bearbeiten</translation>
    </message>
    <message>
        <source>all cells</source>
        <translation>alle Felder</translation>
    </message>
</context>
<context>
    <name>SelectionCommands</name>
    <message>
        <source>Nothing is picked.</source>
        <translation>Es ist nichts ausgewählt.</translation>
    </message>
    <message>
        <source>Pick with the select tool.</source>
        <translation>Wähl mit dem Auswahlwerkzeug.</translation>
    </message>
    <message>
        <source>Pick one cell to name it.</source>
        <translation>Wähl ein Feld, um es zu benennen.</translation>
    </message>
    <message>
        <source>Name of {0}</source>
        <translation>Name von {0}</translation>
    </message>
    <message>
        <source>Id of {0}</source>
        <translation>Kennung von {0}</translation>
    </message>
    <message>
        <source>Only cells, lines and words can be doubled.</source>
        <translation>Nur Felder, Linien und Wörter lassen sich verdoppeln.</translation>
    </message>
    <message>
        <source>Cells of sheets cannot be pasted on a map of areas.</source>
        <translation>Felder eines Rasters lassen sich nicht in eine Sektorenkarte einfügen.</translation>
    </message>
    <message>
        <source>There is nothing to turn.</source>
        <translation>Es gibt nichts zu drehen.</translation>
    </message>
    <message>
        <source>Paste something first: Ctrl+V.</source>
        <translation>Füg erst etwas ein: Ctrl+V.</translation>
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
        <source>Sound when it is your turn</source>
        <translation>Ton, wenn du am Zug bist</translation>
    </message>
    <message>
        <source>The short sound of your system, after a bot or another player has acted.</source>
        <translation>Der kurze Ton deines Systems, nachdem ein Bot oder ein anderer Spieler gehandelt hat.</translation>
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
        <source>Questions, rules, reports, the key of a map and errors follow it. Names that a map&apos;s author wrote stay as they are, and the command line speaks English.</source>
        <translation>Fragen, Regeln, Berichte, die Zeichenerklärung einer Karte und Fehler folgen ihr. Namen, die der Autor einer Karte geschrieben hat, bleiben, und die Befehlszeile spricht Englisch.</translation>
    </message>
    <message>
        <source>These games speak English for now: {0}.</source>
        <translation>Diese Spiele sprechen vorerst Englisch: {0}.</translation>
    </message>
    <message>
        <source>Language of the window</source>
        <translation>Sprache des Fensters</translation>
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
    <name>SidesPage</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Face</source>
        <translation>Grundfarbe</translation>
    </message>
    <message>
        <source>Title bar</source>
        <translation>Titelbalken</translation>
    </message>
    <message>
        <source>One more side</source>
        <translation>Eine Seite mehr</translation>
    </message>
    <message>
        <source>Sides take their turns in this order. Counters have these colours.</source>
        <translation>Die Seiten ziehen in dieser Reihenfolge. Die Spielsteine haben diese Farben.</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>Name of side {0}</source>
        <translation>Name der Seite {0}</translation>
    </message>
    <message>
        <source>Face of side {0}</source>
        <translation>Grundfarbe der Seite {0}</translation>
    </message>
    <message>
        <source>Title bar of side {0}</source>
        <translation>Titelbalken der Seite {0}</translation>
    </message>
    <message>
        <source>Take side {0} away</source>
        <translation>Seite {0} wegnehmen</translation>
    </message>
    <message>
        <source>Six sides are the most</source>
        <translation>Mehr als sechs Seiten gehen nicht</translation>
    </message>
    <message>
        <source>Side {0}</source>
        <translation>Seite {0}</translation>
    </message>
    <message>
        <source>Every side needs a name.</source>
        <translation>Jede Seite braucht einen Namen.</translation>
    </message>
    <message>
        <source>Two sides have the same name.</source>
        <translation>Zwei Seiten heißen gleich.</translation>
    </message>
    <message>
        <source>Write colours like #8f9a8c.</source>
        <translation>Schreib Farben wie #8f9a8c.</translation>
    </message>
</context>
<context>
    <name>SightTool</name>
    <message>
        <source>Sight</source>
        <translation>Sicht</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>look from here</source>
        <translation>von hier blicken</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Bewegen</translation>
    </message>
    <message>
        <source>what stands in the way</source>
        <translation>was im Weg steht</translation>
    </message>
    <message>
        <source>any, without a limit of range</source>
        <translation>beliebig, ohne Grenze der Reichweite</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
</context>
<context>
    <name>SimplifyOptions</name>
    <message>
        <source>How far borders may move when thinned out</source>
        <translation>Wie weit sich Grenzen beim Ausdünnen verschieben dürfen</translation>
    </message>
    <message>
        <source>Take out bends that matter less than this</source>
        <translation>Knicke herausnehmen, die weniger ausmachen</translation>
    </message>
    <message>
        <source>Simplify</source>
        <translation>Vereinfachen</translation>
    </message>
    <message>
        <source>Move the slider first: it shows what would be left.</source>
        <translation>Beweg erst den Schieber: Er zeigt, was übrig bliebe.</translation>
    </message>
    <message>
        <source>{0} borders</source>
        <translation>{0} Grenzen</translation>
    </message>
    <message>
        <source>all borders</source>
        <translation>alle Grenzen</translation>
    </message>
    <message>
        <source>too much</source>
        <translation>zu viel</translation>
    </message>
    <message>
        <source>{0} → {1} bends</source>
        <translation>{0} → {1} Knicke</translation>
    </message>
</context>
<context>
    <name>SizeOptions</name>
    <message>
        <source>Brush size</source>
        <translation>Pinselgröße</translation>
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
    <name>StitchDialog</name>
    <message>
        <source>Add a board beside this one</source>
        <translation>Plan neben diesen setzen</translation>
    </message>
    <message>
        <source>a map file</source>
        <translation>eine Kartendatei</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Rechts</translation>
    </message>
    <message>
        <source>Above</source>
        <translation>Oben</translation>
    </message>
    <message>
        <source>Below</source>
        <translation>Unten</translation>
    </message>
    <message>
        <source>Side</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>Überlappung</translation>
    </message>
    <message>
        <source>Along the seam</source>
        <translation>Entlang der Naht</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Choose the map of the second board</source>
        <translation>Karte des zweiten Plans wählen</translation>
    </message>
    <message>
        <source>How far the second board lies over this one, in map units</source>
        <translation>Wie weit der zweite Plan über diesem liegt, in Karteneinheiten</translation>
    </message>
    <message>
        <source>Columns or rows that are the same on both boards</source>
        <translation>Spalten oder Reihen, die auf beiden Plänen dieselben sind</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Before ids</source>
        <translation>Vor Kennungen</translation>
    </message>
    <message>
        <source>Before names</source>
        <translation>Vor Namen</translation>
    </message>
    <message>
        <source>Add the board</source>
        <translation>Plan ansetzen</translation>
    </message>
    <message>
        <source>WarDesk maps (*.wdmap manifest.json)</source>
        <translation>WarDesk-Karten (*.wdmap manifest.json)</translation>
    </message>
    <message>
        <source>The map of the second board</source>
        <translation>Die Karte des zweiten Plans</translation>
    </message>
    <message>
        <source>The boards are being laid together…</source>
        <translation>Die Pläne werden zusammengelegt …</translation>
    </message>
    <message>
        <source>The board is being read…</source>
        <translation>Der Plan wird gelesen …</translation>
    </message>
    <message>
        <source>Choose the map of the second board first.</source>
        <translation>Wähle zuerst die Karte des zweiten Plans.</translation>
    </message>
    <message>
        <source>Choose the map of the second board: it is copied in, its file stays as it is.</source>
        <translation>Wähle die Karte des zweiten Plans: Sie wird hineinkopiert, ihre Datei bleibt, wie sie ist.</translation>
    </message>
    <message>
        <source>{0} cells are added; the map will have {1}.</source>
        <translation>{0} Felder kommen hinzu; die Karte hat dann {1}.</translation>
    </message>
</context>
<context>
    <name>StitchPreview</name>
    <message>
        <source>Preview of both boards</source>
        <translation>Vorschau beider Pläne</translation>
    </message>
</context>
<context>
    <name>StrokeTool</name>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>disc around the last place</source>
        <translation>Scheibe um den letzten Ort</translation>
    </message>
    <message>
        <source>straight line from the last place</source>
        <translation>gerade Linie vom letzten Ort</translation>
    </message>
    <message>
        <source>pick up what lies there</source>
        <translation>aufnehmen, was dort liegt</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>line from the last</source>
        <translation>Linie vom letzten</translation>
    </message>
    <message>
        <source>Ctrl+click</source>
        <translation>Ctrl+Klick</translation>
    </message>
    <message>
        <source>pick up</source>
        <translation>aufnehmen</translation>
    </message>
    <message>
        <source>size</source>
        <translation>Größe</translation>
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
        <source>Go on</source>
        <translation>Weiter</translation>
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
        <source>pick, lay a pile out</source>
        <translation>wählen, Stapel auslegen</translation>
    </message>
    <message>
        <source>filled button</source>
        <translation>gefüllte Schaltfläche</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
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
        <source>There is nothing to undo.</source>
        <translation>Es gibt nichts rückgängig zu machen.</translation>
    </message>
    <message>
        <source>There is nothing to do again.</source>
        <translation>Es gibt nichts zu wiederholen.</translation>
    </message>
    <message>
        <source>Nothing is to be rolled now.</source>
        <translation>Jetzt ist nichts zu würfeln.</translation>
    </message>
    <message>
        <source>The table shows the present.</source>
        <translation>Der Tisch zeigt die Gegenwart.</translation>
    </message>
    <message>
        <source>Nothing is to be ruled now.</source>
        <translation>Jetzt ist nichts zu entscheiden.</translation>
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
        <source>Lay the pile out</source>
        <translation>Stapel auslegen</translation>
    </message>
    <message>
        <source>Pick the whole pile</source>
        <translation>Den ganzen Stapel nehmen</translation>
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
        <source>Change by hand</source>
        <translation>Von Hand ändern</translation>
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
        <source>Share out</source>
        <translation>Aufteilen</translation>
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
        <source>Another result</source>
        <translation>Anderes Ergebnis</translation>
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
        <source>Bring back</source>
        <translation>Zurückbringen</translation>
    </message>
    <message>
        <source>Fill the results sheet of the campaign with this table</source>
        <translation>Das Ergebnisblatt des Feldzugs mit diesem Tisch füllen</translation>
    </message>
    <message>
        <source>The rulebook has no entry {0}.</source>
        <translation>Das Regelheft hat keinen Eintrag {0}.</translation>
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
        <translation>per Startzahl</translation>
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
        <source>{0} over the game: {1}</source>
        <translation>{0} über die Partie: {1}</translation>
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
        <source>{0} after event {1}</source>
        <translation>{0} nach Ereignis {1}</translation>
    </message>
    <message>
        <source>no change</source>
        <translation>unverändert</translation>
    </message>
    <message>
        <source>{0}: {1} times, expected {2}</source>
        <translation>{0}: {1}-mal, erwartet {2}</translation>
    </message>
    <message>
        <source>{0}: {1} rolls, mean {2}, expected {3}</source>
        <translation>{0}: {1} Würfe, Mittel {2}, erwartet {3}</translation>
    </message>
    <message>
        <source>; as far off in {0} of 100 games</source>
        <translation>; so weit daneben in {0} von 100 Partien</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitstrahl</translation>
    </message>
    <message>
        <source>as the side that is up sees it</source>
        <translation>wie ihn die Seite am Zug sieht</translation>
    </message>
    <message>
        <source>as {0} sees it</source>
        <translation>wie {0} ihn sieht</translation>
    </message>
    <message>
        <source>The scenario is saved in {0}.</source>
        <translation>Das Szenario ist in {0} gespeichert.</translation>
    </message>
    <message>
        <source>Home lists it. Give the folder away whole: others drop it on their Home.</source>
        <translation>Der Startbildschirm führt es auf. Gib den Ordner ganz weiter: Andere ziehen ihn auf ihren Startbildschirm.</translation>
    </message>
    <message>
        <source>Save as scenario…</source>
        <translation>Als Szenario speichern …</translation>
    </message>
    <message>
        <source>Measure and sight line</source>
        <translation>Messen und Sichtlinie</translation>
    </message>
    <message>
        <source>See the table as everybody</source>
        <translation>Den Tisch wie alle sehen</translation>
    </message>
    <message>
        <source>See the table as the side that is up</source>
        <translation>Den Tisch wie die Seite am Zug sehen</translation>
    </message>
    <message>
        <source>See the table as {0}</source>
        <translation>Den Tisch wie {0} sehen</translation>
    </message>
    <message>
        <source>What can be done</source>
        <translation>Was möglich ist</translation>
    </message>
    <message>
        <source>Counter</source>
        <translation>Spielstein</translation>
    </message>
    <message>
        <source>Pick a counter first</source>
        <translation>Erst einen Spielstein nehmen</translation>
    </message>
    <message>
        <source>{0}, a menu</source>
        <translation>{0}, ein Menü</translation>
    </message>
    <message>
        <source>It lies on the table for all to read</source>
        <translation>Er liegt für alle lesbar auf dem Tisch</translation>
    </message>
    <message>
        <source>measuring…</source>
        <translation>es wird gemessen …</translation>
    </message>
    <message>
        <source>from here</source>
        <translation>von hier</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 Schritt</translation>
    </message>
    <message>
        <source>{0} steps</source>
        <translation>{0} Schritte</translation>
    </message>
    <message>
        <source>in sight</source>
        <translation>in Sicht</translation>
    </message>
    <message>
        <source>not in sight</source>
        <translation>nicht in Sicht</translation>
    </message>
    <message>
        <source>Counters beside the map</source>
        <translation>Spielsteine neben der Karte</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>Beside the map</source>
        <translation>Neben der Karte</translation>
    </message>
    <message>
        <source>Which box</source>
        <translation>Welches Feld</translation>
    </message>
    <message>
        <source>Nothing lies here. Drag counters here, or make one.</source>
        <translation>Hier liegt nichts. Zieh Spielsteine her, oder leg einen an.</translation>
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
    <name>TableWizard</name>
    <message>
        <source>New table without rules</source>
        <translation>Neuer Tisch ohne Regeln</translation>
    </message>
    <message>
        <source>1  Map</source>
        <translation>1  Karte</translation>
    </message>
    <message>
        <source>2  Sides</source>
        <translation>2  Seiten</translation>
    </message>
    <message>
        <source>3  Counters</source>
        <translation>3  Spielsteine</translation>
    </message>
    <message>
        <source>4  Players</source>
        <translation>4  Spieler</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Create the table</source>
        <translation>Tisch anlegen</translation>
    </message>
    <message>
        <source>The table is kept in {0}</source>
        <translation>Der Tisch liegt dann in {0}</translation>
    </message>
    <message>
        <source>Choose a map first.</source>
        <translation>Wähle erst eine Karte.</translation>
    </message>
    <message>
        <source>And {0} more.</source>
        <translation>Und {0} weitere.</translation>
    </message>
    <message>
        <source>Reading the map…</source>
        <translation>Die Karte wird gelesen …</translation>
    </message>
    <message>
        <source>The table is being made…</source>
        <translation>Der Tisch wird angelegt …</translation>
    </message>
</context>
<context>
    <name>TakeBackDialog</name>
    <message>
        <source>Take back</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Take back event {0}</source>
        <translation>Ereignis {0} zurücknehmen</translation>
    </message>
    <message>
        <source>Take back {0} events</source>
        <translation>{0} Ereignisse zurücknehmen</translation>
    </message>
    <message>
        <source>One later event would no longer hold; it goes with them:</source>
        <translation>Ein späteres Ereignis gälte nicht mehr; es geht mit:</translation>
    </message>
    <message>
        <source>{0} later events would no longer hold; they go with them:</source>
        <translation>{0} spätere Ereignisse gälten nicht mehr; sie gehen mit:</translation>
    </message>
    <message>
        <source>It is not free: {0}. You approve it as the umpire.</source>
        <translation>Es ist nicht frei: {0}. Du genehmigst es als Schiedsrichter.</translation>
    </message>
    <message>
        <source>{0} packets that were sent will no longer be true.</source>
        <translation>Verschickte Umschläge, die dann nicht mehr stimmen: {0}.</translation>
    </message>
    <message>
        <source>Reason; it stays in the ledger</source>
        <translation>Begründung; sie bleibt im Journal</translation>
    </message>
    <message>
        <source>Reason for taking back</source>
        <translation>Begründung der Rücknahme</translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation>So lassen</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>und {0} weitere</translation>
    </message>
    <message>
        <source>Say why: a reason is needed</source>
        <translation>Sag, warum: Eine Begründung ist nötig</translation>
    </message>
</context>
<context>
    <name>TextDialog</name>
    <message>
        <source>Write something first</source>
        <translation>Erst etwas schreiben</translation>
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
        <source>At most {0} characters</source>
        <translation>Höchstens {0} Zeichen</translation>
    </message>
</context>
<context>
    <name>TimeBar</name>
    <message>
        <source>Where in the campaign</source>
        <translation>Wo im Feldzug</translation>
    </message>
    <message>
        <source>To the turn before</source>
        <translation>Zum Zug davor</translation>
    </message>
    <message>
        <source>To the next turn</source>
        <translation>Zum nächsten Zug</translation>
    </message>
    <message>
        <source>event {0}, {1}</source>
        <translation>Ereignis {0}, {1}</translation>
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
        <source>To the beginning</source>
        <translation>Zum Anfang</translation>
    </message>
    <message>
        <source>Back to now</source>
        <translation>Zurück ins Jetzt</translation>
    </message>
    <message>
        <source>Play through the past</source>
        <translation>Rückblick abspielen</translation>
    </message>
</context>
<context>
    <name>ToolBar</name>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
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
    <name>TurnHeader</name>
    <message>
        <source>turn {0} of {1}</source>
        <translation>Zug {0} von {1}</translation>
    </message>
    <message>
        <source>not rolled yet</source>
        <translation>noch nicht gewürfelt</translation>
    </message>
    <message>
        <source>Weather: {0}</source>
        <translation>Wetter: {0}</translation>
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
    <name>UnderlayOptions</name>
    <message>
        <source>Add…</source>
        <translation>Dazulegen …</translation>
    </message>
    <message>
        <source>Add a picture: lay a scanned board under the map, as dropping its file does</source>
        <translation>Bild dazulegen: einen gescannten Plan unter die Karte legen, wie wenn du seine Datei herziehst</translation>
    </message>
    <message>
        <source>Picture under the map</source>
        <translation>Bild unter der Karte</translation>
    </message>
    <message>
        <source>Opacity of the picture</source>
        <translation>Deckkraft des Bildes</translation>
    </message>
    <message>
        <source>Strength of the map over the picture</source>
        <translation>Stärke der Karte über dem Bild</translation>
    </message>
    <message>
        <source>Hide the picture</source>
        <translation>Bild ausblenden</translation>
    </message>
    <message>
        <source>Lock the picture</source>
        <translation>Bild sperren</translation>
    </message>
    <message>
        <source>Take the picture away</source>
        <translation>Bild wegnehmen</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Show the picture</source>
        <translation>Bild zeigen</translation>
    </message>
</context>
<context>
    <name>UnderlayOverlay</name>
    <message>
        <source>The picture is not in the file.</source>
        <translation>Das Bild ist nicht in der Datei.</translation>
    </message>
    <message>
        <source>There is not enough memory for the picture.</source>
        <translation>Der Speicher reicht für das Bild nicht.</translation>
    </message>
    <message>
        <source>Loading {0}…</source>
        <translation>{0} wird geladen …</translation>
    </message>
</context>
<context>
    <name>UnderlayTool</name>
    <message>
        <source>Scanned board</source>
        <translation>Gescannter Plan</translation>
    </message>
    <message>
        <source>Drop a picture</source>
        <translation>Bild herziehen</translation>
    </message>
    <message>
        <source>lay it under the map</source>
        <translation>unter die Karte legen</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>move the picture</source>
        <translation>verschieben</translation>
    </message>
    <message>
        <source>Shift+drag</source>
        <translation>Shift+Ziehen</translation>
    </message>
    <message>
        <source>turn and size it</source>
        <translation>drehen, Größe ändern</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>Pfeile</translation>
    </message>
    <message>
        <source>push by 1 px</source>
        <translation>um 1 px schieben</translation>
    </message>
    <message>
        <source>by 10</source>
        <translation>um 10</translation>
    </message>
    <message>
        <source>fine</source>
        <translation>fein</translation>
    </message>
    <message>
        <source>take it away</source>
        <translation>wegnehmen</translation>
    </message>
    <message>
        <source>Pictures (*.png *.jpg *.jpeg)</source>
        <translation>Bilder (*.png *.jpg *.jpeg)</translation>
    </message>
    <message>
        <source>Lay a picture under the map</source>
        <translation>Bild unter die Karte legen</translation>
    </message>
    <message>
        <source>The picture {0} is locked.</source>
        <translation>Das Bild {0} ist gesperrt.</translation>
    </message>
    <message>
        <source>Unlock it above the sheet to move it.</source>
        <translation>Entsperre es über dem Bogen, um es zu verschieben.</translation>
    </message>
</context>
<context>
    <name>WandTool</name>
    <message>
        <source>Magic wand</source>
        <translation>Zauberstab</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>take the patch out of what is picked</source>
        <translation>Fleck aus der Auswahl nehmen</translation>
    </message>
    <message>
        <source>pick this terrain on the whole map</source>
        <translation>dieses Gelände auf der ganzen Karte auswählen</translation>
    </message>
    <message>
        <source>add the patch to what is picked</source>
        <translation>Fleck zur Auswahl dazunehmen</translation>
    </message>
    <message>
        <source>pick a patch of one terrain</source>
        <translation>Geländefleck auswählen</translation>
    </message>
    <message>
        <source>this terrain everywhere</source>
        <translation>dieses Gelände überall</translation>
    </message>
    <message>
        <source>add</source>
        <translation>dazunehmen</translation>
    </message>
    <message>
        <source>take away</source>
        <translation>wegnehmen</translation>
    </message>
    <message>
        <source>pick nothing</source>
        <translation>abwählen</translation>
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
        <source>help</source>
        <translation>Hilfe</translation>
    </message>
</context>
<context>
    <name>ZoneOptions</name>
    <message>
        <source>Zone to edit</source>
        <translation>Zone zum Bearbeiten</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>Felder</translation>
    </message>
    <message>
        <source>Box</source>
        <translation>Rahmen</translation>
    </message>
    <message>
        <source>What the hand draws</source>
        <translation>Was die Hand zeichnet</translation>
    </message>
    <message>
        <source>Rename the zone</source>
        <translation>Zone umbenennen</translation>
    </message>
    <message>
        <source>Remove the zone</source>
        <translation>Zone entfernen</translation>
    </message>
    <message>
        <source>Zone</source>
        <translation>Zone</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>Zeichnen</translation>
    </message>
    <message>
        <source>New zone</source>
        <translation>Neue Zone</translation>
    </message>
</context>
<context>
    <name>ZoneTool</name>
    <message>
        <source>Zone</source>
        <translation>Zone</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>a box, also beside the map</source>
        <translation>Rahmen, auch neben der Karte</translation>
    </message>
    <message>
        <source>cells of a new zone</source>
        <translation>Felder einer neuen Zone</translation>
    </message>
    <message>
        <source>the keyboard&apos;s cell</source>
        <translation>das Tastaturfeld</translation>
    </message>
    <message>
        <source>Ctrl+click</source>
        <translation>Ctrl+Klick</translation>
    </message>
    <message>
        <source>edit the zone there</source>
        <translation>Zone dort bearbeiten</translation>
    </message>
    <message>
        <source>give cells to {0}, or take them</source>
        <translation>Felder an {0} geben oder nehmen</translation>
    </message>
    <message>
        <source>rename</source>
        <translation>umbenennen</translation>
    </message>
    <message>
        <source>remove the zone</source>
        <translation>Zone entfernen</translation>
    </message>
    <message>
        <source>done with it</source>
        <translation>damit fertig</translation>
    </message>
    <message>
        <source>Name of the zone</source>
        <translation>Name der Zone</translation>
    </message>
</context>
<context>
    <name>ZoomButtons</name>
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
</context>
<context>
    <name>_CheckLine</name>
    <message>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
    <message>
        <source>blocked by {0}</source>
        <translation>blockiert durch {0}</translation>
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
    <name>_CommandLine</name>
    <message>
        <source>Copy “{0}”</source>
        <translation>„{0}“ kopieren</translation>
    </message>
</context>
<context>
    <name>_Preview</name>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
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
