"""Deck Defence's side of the table scene: panels, words, and the parts of this package put together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, assert_never

import pygame

from game.core import Beat, Reason
from game.deck_defence import public
from game.deck_defence.public import (
    ENEMIES,
    ENEMIES_PER_SUIT,
    ENEMY_RANK,
    HAND_SPACES,
    Action,
    Area,
    Card,
    Drawn,
    Ended,
    Explore,
    Explored,
    HoldOff,
    Looked,
    Muster,
    Mustered,
    Notice,
    Place,
    PutBack,
    Refilled,
    Reorder,
    Repel,
    Repelled,
    Shuffled,
    Suit,
    View,
    WasHeldOff,
    card_name,
    top,
)
from scenes.deck_defence import cues, faces, gestures, layout, moves, reading, reorder, told
from scenes.desk import BACK, Face, Frame, Group, Layout, Offer, Selection
from scenes.drawing import theme
from scenes.drawing.painter import Painter
from scenes.drawing.paper import HEIGHT
from scenes.drawing.stage import Paint
from scenes.drawing.theme import Metrics
from scenes.scene import Kit
from scenes.sound.sound import Cue

if TYPE_CHECKING:
    from game.deck_defence.knowledge import Memory
    from game.record import Record
    from scenes.after.review import Reviewed
    from scenes.table.hints import Hint

_AREAS = ("reveal", "deck", "discard", "log", "occupied", "main", "hand", "repelled")


def _sum(cards: tuple[Card, ...]) -> Reason:
    """Return "a + b + c" as nested reasons."""
    return _joined("deck-defence.plus", cards)


def _joined(key: str, cards: tuple[Card, ...]) -> Reason:
    """Return the names of cards joined by the sentence `key`, as nested reasons."""
    words = card_name(cards[0])
    for card in cards[1:]:
        words = Reason.of(key, a=words, b=card_name(card))
    return words


class DeckDefenceDesk:
    """See `scenes.desk.Desk`."""

    game_id = public.ID
    deck = public.ID
    faces: tuple[Face, ...] = (BACK, *(str(card) for card in public.KINDS))

    def layout(self, view: View, metrics: Metrics) -> Layout:
        """Return where everything lies."""
        return layout.layout(view, metrics)

    def face(self, painter: Painter, face: Face, width: int) -> pygame.Surface:
        """Return the picture of a card."""
        return faces.face_surface(painter, face, width)

    def notebook(self, view: View, kit: Kit, layout_: Layout, notes: str) -> list[Paint]:  # noqa: ARG002 - a protocol's
        """Return nothing: there is no notebook."""
        return []

    def jot(self, view: View, notes: str, spot: str, step: int) -> str | None:  # noqa: ARG002 - a protocol's
        """Return None: nothing is written down."""
        return None

    def prints(self, metrics: Metrics) -> Mapping[int, tuple[Face, ...]]:
        """Return all cards as large as on the table, and enemies as those repelled."""
        enemies = tuple([Card(suit, ENEMY_RANK) for suit in Suit])
        _, _, repelled = layout.repelled_place(metrics, enemies[0], 0)
        return {round(repelled): tuple(map(str, enemies)), layout.plan(metrics).card[0]: self.faces}

    def log_area(self, metrics: Metrics) -> pygame.Rect:
        """Return the inside of the log panel, below its heading."""
        plan = layout.plan(metrics)
        return _inside(plan.panels["log"], plan.heading, metrics)

    def button_area(self, metrics: Metrics) -> pygame.Rect:
        """Return the inside of the panel at the lower right."""
        plan = layout.plan(metrics)
        return _inside(plan.panels["buttons"], metrics.px(10), metrics)

    def notes_area(self, metrics: Metrics) -> pygame.Rect | None:  # noqa: ARG002 - a protocol's
        """Return None: there is no notebook."""
        return None

    def reading(self, face: Face) -> tuple[Reason, ...]:
        """Return what a card says in words."""
        return reading.reading(face)

    def furniture(self, view: View, kit: Kit, layout_: Layout) -> list[Paint]:
        """Return the panels with headings and counts, and the outlines of all spaces."""
        metrics, painter = kit.metrics, kit.painter
        plan = layout.plan(metrics)
        paints: list[Paint] = []
        for name, panel in plan.panels.items():
            paints += painter.panel_at(panel, metrics.px(16))
            if name in _AREAS:
                area = "looked" if view.remake and name == "reveal" else name
                paints += _heading(kit, panel, plan.heading, kit.words(f"deck-defence.area.{area}"), _count(view, name))
        for spot, rect in layout_.spots.items():
            if spot != gestures.REPELLED:
                size = (rect.w, round(rect.w * HEIGHT))
                paints.append((painter.space(size), rect.topleft))
        for suit in Suit:
            paints += _repelled_row(kit, suit)
        return paints

    def marks(self, view: View, kit: Kit, layout_: Layout) -> list[Paint]:
        """Return the numbers at the cards looked at: in which order they will be drawn."""
        if len(view.looked) < 2:
            return []
        paints: list[Paint] = []
        for number, spot in enumerate(reorder.spots(view), 1):
            paints += _number(kit, layout_.spots[spot], number)
        return paints

    def offer(self, view: View, selection: Selection) -> Offer:
        """Return what can be chosen next."""
        return gestures.offer(view, selection)

    def drag(self, view: View, selection: Selection, spot: str) -> Mapping[str, Action | Selection]:
        """Return where the card of a spot can be dropped."""
        return gestures.drag(view, selection, spot)

    def preview(self, view: View, selection: Selection) -> View:
        """Return the table as it is when only the refill card or an order is still to be chosen (3.3, section 6)."""
        return gestures.preview(view, selection)

    def ways(self, view: View, before: Selection, after: Selection, layout_: Layout) -> tuple[Group, ...]:
        """Return how the cards go by an action but for its refill, or change places in the order in the making."""
        if view.looked:
            return reorder.ways(view, before, after)
        if not after.pending or after == before:
            return ()
        done = gestures.preview(view, after)
        return moves.moves(view, done, Beat(done, gestures.so_far(view, after)), layout_)

    def eager(self, view: View, spot: str) -> Action | Selection | None:
        """Return what a double click does."""
        return gestures.eager(view, spot)

    def why_not(self, view: View, selection: Selection, spot: str) -> Reason:
        """Return why a spot cannot follow."""
        return gestures.why_not_spot(view, selection, spot)

    def moves(self, before: View | None, after: View, beat: Beat[View, Notice], layout_: Layout) -> tuple[Group, ...]:
        """Return how the cards went."""
        return moves.moves(before, after, beat, layout_)

    def caption(self, view: View, result: Action | Selection) -> Reason | None:
        """Return what an action would do, or what an attack in the making sums up to."""
        areas = view.areas
        match result:
            case Selection(_, (Muster() | HoldOff() | Repel() as action, *_)):
                return self.caption(view, action)
            case Selection() if view.looked:
                return None
            case Selection():
                return self._attack(view, result)
            case Muster(main, hand, _):
                card, under = areas.main[main], top(areas.hand[hand])
                assert card is not None  # it comes from the legal list
                if under is None:
                    return Reason.of("deck-defence.caption.muster", card=card_name(card))
                kin = "both" if under == card else "suit" if under.suit is card.suit else "rank"
                return Reason.of(f"deck-defence.caption.stack_{kin}", card=card_name(card), top=card_name(under))
            case HoldOff(main, _, _):
                enemy = areas.main[main]
                assert enemy is not None  # it comes from the legal list
                return Reason.of("deck-defence.caption.hold_off", enemy=card_name(enemy))
            case Repel(target, hands, _):
                enemy = areas.card(target)
                assert enemy is not None  # it comes from the legal list
                spent = tuple(card for hand in hands if (card := top(areas.hand[hand])))
                total = sum(card.rank for card in spent)
                return Reason.of("deck-defence.caption.repel", enemy=card_name(enemy), cards=_sum(spent), total=total)
            case Explore(hand):
                ally = top(areas.hand[hand])
                assert ally is not None  # it comes from the legal list
                count = min(areas.reveal.count(None), view.deck)
                if view.remake:
                    key = "deck-defence.caption.look" if count else "deck-defence.caption.look_at_none"
                    return Reason.of(key, card=card_name(ally), count=count)
                return Reason.of("deck-defence.caption.explore", card=card_name(ally), count=count)
            case Reorder(order):
                return Reason.of("deck-defence.caption.put_back", cards=_in_order(view, order))
        assert_never(result)

    def taken(self, result: Action | Selection) -> tuple[str, ...]:
        """Return the hand spaces that a repel takes its cards from."""
        match result:
            case Repel(_, hands, _) | Selection(_, (Repel(_, hands, _), *_)):
                return tuple(str(HAND_SPACES[hand]) for hand in hands)
        return ()

    def _attack(self, view: View, selection: Selection) -> Reason | None:
        hands = gestures.chosen_hands(selection)
        cards = tuple(card for hand in hands if (card := top(view.areas.hand[hand])))
        enemy = gestures.card_at(view, selection.spots[0]) if selection.spots else None
        if not cards or enemy is None or not enemy.is_enemy:
            return None
        total = sum(card.rank for card in cards)
        return Reason.of("deck-defence.caption.sum", cards=_sum(cards), total=total, needed=ENEMY_RANK + 1)

    def prompt(self, view: View, selection: Selection) -> Reason:
        """Return what the player is asked to do."""
        if view.looked:
            return self._ask_order(view, selection)
        if selection.pending:
            return Reason.of("deck-defence.prompt.refill")
        if not selection.spots:
            return Reason.of("deck-defence.prompt.choose")
        card = gestures.card_at(view, selection.spots[0])
        if card is None:
            return Reason.of("deck-defence.prompt.choose")
        if selection.spots[0][0] == "H":
            return Reason.of("deck-defence.prompt.hand", card=card_name(card))
        if card.is_enemy:
            return self._ask_enemy(view, selection, card)
        return Reason.of("deck-defence.prompt.muster", card=card_name(card))

    @staticmethod
    def _ask_order(view: View, selection: Selection) -> Reason:
        """Return what is asked about the cards looked at."""
        card = gestures.card_at(view, selection.spots[0], selection) if selection.spots else None
        if card is not None:
            return Reason.of("deck-defence.prompt.swap", card=card_name(card))
        return Reason.of(f"deck-defence.prompt.{'put_back' if reorder.settled(view) else 'order'}")

    @staticmethod
    def _ask_enemy(view: View, selection: Selection, enemy: Card) -> Reason:
        """Return what is asked about a chosen enemy; only what is possible with it."""
        attacked = gestures.REPELLED in selection.spots or bool(gestures.chosen_hands(selection))
        targets = gestures.offer(view, Selection(selection.spots[:1])).targets
        may_hold_off = any(spot[0] == "O" for spot in targets)
        if attacked or not may_hold_off:
            return Reason.of("deck-defence.prompt.repel", enemy=card_name(enemy), needed=ENEMY_RANK + 1)
        if gestures.REPELLED not in targets:
            return Reason.of("deck-defence.caption.hold_off", enemy=card_name(enemy))
        return Reason.of("deck-defence.prompt.enemy", enemy=card_name(enemy))

    def digit(self, view: View, selection: Selection, number: int) -> str | None:
        """Return main for the first choice, hand for the second, reveal for the refill or a card looked at."""
        if not 1 <= number <= public.SPACES:
            return None
        reveal = selection.pending or view.looked
        area = Area.REVEAL if reveal else Area.HAND if selection.spots else Area.MAIN
        return str(Place(area, number - 1))

    def unfold(self, before: View, beat: Beat[View, Notice]) -> tuple[Frame, ...]:  # noqa: ARG002 - a protocol's
        """Return the beat as a whole: all that is drawn stays on the table."""
        return (Frame(beat),)

    def covered(self, beat: Beat[View, Notice]) -> Beat[View, Notice]:
        """Return the beat itself: the hand lies open, and who plays alone hides nothing."""
        return beat

    def cues(self, beat: Beat[View, Notice]) -> tuple[Cue, ...]:
        """Return what a beat sounds like."""
        return cues.cues(beat)

    def log_line(self, beat: Beat[View, Notice]) -> Reason | None:
        """Return one line for what happened, the draws of an explore counted.

        What was looked at is not named: the log outlasts the look, and the deck is closed again (section 6).
        """
        drawn = [notice.card for notice in beat.notices if isinstance(notice, Drawn)]
        looked = [notice.cards for notice in beat.notices if isinstance(notice, Looked)]
        for notice in beat.notices:
            match notice:
                case Shuffled():
                    return Reason.of("deck-defence.log.dealt")
                case Mustered(card, _, _):
                    return Reason.of("deck-defence.log.mustered", card=card_name(card))
                case WasHeldOff(card, _, _):
                    return Reason.of("deck-defence.log.held_off", card=card_name(card))
                case Explored(card, _) if beat.view.remake:
                    key = "deck-defence.log.looked" if looked else "deck-defence.log.looked_at_none"
                    return Reason.of(key, card=card_name(card), count=sum(map(len, looked)))
                case PutBack(cards):
                    return Reason.of("deck-defence.log.put_back", count=len(cards))
                case Explored(card, _):
                    return Reason.of("deck-defence.log.explored", card=card_name(card), count=len(drawn))
                case Repelled(card, _, spent, _):
                    return Reason.of("deck-defence.log.repelled", card=card_name(card), cards=_sum(spent))
                case Ended() | Drawn() | Refilled() | Looked():
                    continue
        return None

    def read(self, face: Face) -> Reason:
        """Return a card's name."""
        return told.read(face)

    def told(self, view: View, spot: str, lying: Reason | None, notes: str) -> Reason | None:  # noqa: ARG002 - a protocol's
        """Return what is at a spot, in words."""
        return told.told(view, spot, lying)

    def standing(self, view: View) -> Reason:
        """Return how many enemies are repelled."""
        return Reason.of("table.repelled", count=len(view.areas.repelled), total=ENEMIES)

    def help_section(self, view: View, selection: Selection) -> str:
        """Return the section of the rules that fits what is being done."""
        if not view.legal:
            return "score" if len(view.areas.repelled) == ENEMIES else "end"
        if selection.pending:
            return "refill"
        if view.looked:
            return "remake"
        card = gestures.card_at(view, selection.spots[0]) if selection.spots else None
        if card is None:
            return "goal"
        if selection.spots[0][0] == "H":
            return "remake" if view.remake else "explore"
        return "repel" if card.is_enemy else "muster"

    def places(self, beat: Beat[View, Notice]) -> tuple[str, ...]:
        """Return the spaces and piles between which cards went."""
        spots: dict[str, None] = {}
        for notice in beat.notices:
            spots |= dict.fromkeys(_places(notice))
        return tuple(spots)

    def proof(self, view: View, memory: Memory | None, stop: Callable[[], bool]) -> Reason | None:
        """Return why no order of the unseen cards can win any more (5.4, 7.3)."""
        from game.deck_defence.knowledge import Knowledge
        from game.deck_defence.proof import proof

        found = proof(Knowledge.of(view, memory), stop=stop)
        return None if found is None else found.reason

    def review(self, record: Record, stop: Callable[[], bool]) -> Iterator[Reviewed]:
        """Yield what was possible, and where the chance was lost."""
        from scenes.deck_defence.review import reviewed

        return reviewed(record, stop, self.caption)

    def remember(self, memory: Memory | None, beat: Beat[View, Notice]) -> Memory:
        """Return the discards as they went by, the covered ones too, and the cards put back on the deck."""
        from game.deck_defence.knowledge import remember

        return remember(memory, beat)

    def advise(
        self, view: View, memory: Memory | None, seed: int, stop: Callable[[], bool]
    ) -> Iterator[tuple[Hint, ...]]:
        """Yield hints; the advisor is imported when the first is asked for."""
        from scenes.deck_defence import advice

        return advice.hints(view, memory, seed, stop, self.caption)

    def no_advice(self, view: View) -> Reason | None:  # noqa: ARG002 - a protocol's
        """Return None: there are hints by both rule sets."""
        return None

    def aid(self, view: View) -> Reason | None:
        """Return the line about the ranks that may still be lost (5.4), where the option is on."""
        if view.budget is None:
            return None
        sword, fire, forest = view.budget
        return Reason.of("deck-defence.budget", sword=sword, fire=fire, forest=forest)


def _places(notice: Notice) -> tuple[str, ...]:
    """Return the spots between which the cards of a notice went."""
    match notice:
        case Mustered(_, source, place) | WasHeldOff(_, source, place) | Refilled(_, source, place):
            return str(source), str(place)
        case Drawn(_, place):
            return "deck", str(place)
        case Explored(_, source):
            return str(source), "discard"
        case Repelled(_, source, _, hands):
            return str(source), *map(str, hands), gestures.REPELLED
        case Looked(cards):
            return "deck", *reorder.SPOTS[: len(cards)]
        case PutBack():
            return ("deck",)
        case Shuffled() | Ended():
            return ()
    assert_never(notice)


def _inside(panel: pygame.Rect, heading: int, metrics: Metrics) -> pygame.Rect:
    pad = metrics.px(14)
    return pygame.Rect(panel.x + pad, panel.y + heading, panel.w - 2 * pad, panel.h - heading - pad // 2)


def _repelled_row(kit: Kit, suit: Suit) -> list[Paint]:
    """Return the one space for the three enemies of a suit, with the suit's mark in it."""
    places = [layout.repelled_place(kit.metrics, Card(suit, ENEMY_RANK), index) for index in range(ENEMIES_PER_SUIT)]
    (left, y, width), (right, _, _) = places[0], places[-1]
    size = (round(right - left + width), round(width * HEIGHT))
    corner = (round(left - width / 2), round(y - size[1] / 2))
    mark = round(width * 0.42)
    drawing = kit.painter.faint(f"suit-{suit.name.lower()}{'-dark' if kit.palette.dark else ''}", (mark, mark))
    middle = (corner[0] + (size[0] - mark) // 2, corner[1] + (size[1] - mark) // 2)
    return [(kit.painter.space(size), corner), (drawing, middle)]


def _count(view: View, area: str) -> str:
    match area:
        case "deck" if view.looked:
            return f"{view.deck - len(view.looked)} + {len(view.looked)}"
        case "deck":
            return str(view.deck)
        case "discard":
            return str(len(view.discard)) if view.discard else ""
        case "repelled":
            return f"{len(view.areas.repelled)} / {ENEMIES}"
    return ""


def _in_order(view: View, order: tuple[int, ...]) -> Reason:
    """Return the cards looked at in an order, the one to be drawn first before the others."""
    return _joined("deck-defence.then", tuple(view.looked[place].card for place in order))


def _number(kit: Kit, space: pygame.Rect, number: int) -> list[Paint]:
    """Return a number on the lower edge of a space; the first one, which is drawn next, is of gold."""
    across = max(16, round(space.w * 0.27))
    first = number == 1
    disc = pygame.Rect(0, 0, across, across)
    disc.center = (space.centerx, space.bottom - round(across * 0.3))
    plate = kit.painter.plate(
        disc.size,
        theme.GOLD if first else kit.palette.sheet,
        line=theme.INK if first else kit.palette.accent,
        line_width=max(1.5, across * 0.07),
        radius=across / 2,
    )
    digit = kit.painter.type.write(
        str(number), round(across * 0.62), theme.INK if first else kit.palette.accent, bold=True
    )
    return [(plate, disc.topleft), (digit, digit.get_rect(center=disc.center).topleft)]


def _heading(kit: Kit, panel: pygame.Rect, height: int, text: str, count: str) -> list[Paint]:
    pad = kit.metrics.px(14)
    number = kit.painter.type.write(count, kit.metrics.crowded.note, kit.palette.muted)
    room = panel.w - 2 * pad - number.get_width() - (pad if count else 0)
    size = kit.painter.type.shrink(text, kit.metrics.crowded.title, room, 7, bold=True)
    shown = kit.painter.type.fit(text, size, room, bold=True)
    words = kit.painter.type.write(shown, size, kit.palette.heading, bold=True)
    middle = panel.y + height // 2 - kit.metrics.px(1)
    return [
        (words, (panel.x + pad, middle - words.get_height() // 2)),
        (number, (panel.right - pad - number.get_width(), middle - number.get_height() // 2)),
    ]
