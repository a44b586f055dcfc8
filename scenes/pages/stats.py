"""The page about finished games: what they add up to, how the scores lie, and the list of them, each with a replay.

Games of different rules are never shown together. Those of several people are added up for each player's name. The
page reads the history once, when it is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.core import Reason
from game.deck_defence import public as deck_defence
from game.deck_defence.deals import Difficulty
from game.record import Record
from scenes import calendar, statistics
from scenes.after.past import opened
from scenes.after.ranking import listed, won_by
from scenes.after.result import MOST, REVIEWED
from scenes.drawing.stage import moved
from scenes.pages import ledger, page
from scenes.pages.controls import Button, Choice, Control
from scenes.pages.notice import Notice
from scenes.pages.page import Column
from scenes.pages.scroll import Scroll
from scenes.pages.still_page import StillPage
from scenes.scene import Act, Back, Command, Kit, Push, Scene
from scenes.seating import player_name
from scenes.statistics import Finished, Numbers, RuleSet
from scenes.words import figure

GOOD: dict[str, int] = {deck_defence.ID: 5}
"""For each game, the score from which on it was played well."""
DIFFICULTIES: dict[str, tuple[str, ...]] = {deck_defence.ID: tuple(one.value for one in Difficulty)}
"""For each game, the labels of its deals, from the easiest."""
_LONGEST_OPTION = 40
"""So many characters of an option that nobody here knows are shown."""
LEAF = 25
"""Games on one leaf of the list."""


class StatsPage(StillPage):
    """The page about all games that ended.

    `open_replay` and `open_review` lead into one of them, or raise `BadInput`; without the latter there is no review.
    """

    def __init__(
        self,
        kit: Kit,
        open_replay: Callable[[Record], Scene],
        open_review: Callable[[Record], Scene] | None = None,
    ) -> None:
        super().__init__(kit)
        self._open_replay = open_replay
        self._open_review = open_review
        self._all = kit.store.history()
        self._rules = statistics.rule_sets(self._all)
        self._rule = self._rules.index(statistics.rule_set(self._all[-1])) if self._all else 0
        self._of_rules = statistics.chosen(self._all, self._rules[self._rule] if self._rules else None)
        self._difficulty: str | None = None
        self._seats: int | None = None
        self._unaided = False
        self._leaf = 0
        self._scrolls: tuple[Scroll, ...] = ()

    def title(self) -> str:
        """Return the page's name."""
        return self._kit.words("stats.title")

    @property
    def games(self) -> tuple[Finished, ...]:
        """The games that the page is about now, in the order in which they ended."""
        unaided = self._unaided and not self._together
        return statistics.chosen(self._of_rules, None, self._difficulty, unaided=unaided, seats=self._seats)

    @property
    def _together(self) -> bool:
        """Whether games of several people are chosen from."""
        return any(one.players for one in self._of_rules)

    # Layout

    def _heading(self) -> str:
        """Return the page's name, with the game where there is only one: no choice tells it then."""
        if len(self._games) != 1:
            return self.title()
        return self._kit.words("list.dot", first=self._game_name(self._games[0]), second=self.title())

    def lay_out(self) -> None:
        """Build the page for the present window: numbers and list beside each other where they fit."""
        kit, metrics = self._kit, self._kit.metrics
        head, back, top = page.header(kit, self._heading(), Back)
        self._paints = [(kit.painter.ground(metrics.size), (0, 0)), *head]
        edge, gutter = page.margin(kit), Scroll.gutter(metrics)
        room = metrics.size[0] - 2 * edge
        between = metrics.px(20)
        numbers_width = max(metrics.px(560), metrics.text(500))
        if not self._all:
            controls = self._one_panel(self._empty, top, edge, min(room, max(metrics.px(720), metrics.text(640))))
        elif room - between - numbers_width >= metrics.text(480) and metrics.size[1] >= metrics.text(560):
            controls = self._two_panels(top, edge, room, numbers_width)
        else:
            controls = self._one_panel(self._everything, top, edge, min(room, metrics.text(920)) - gutter)
        self._controls.replace((*controls, back))

    def _two_panels(self, top: int, left: int, room: int, numbers_width: int) -> Sequence[Control]:
        kit, metrics = self._kit, self._kit.metrics
        between, gutter = metrics.px(20), Scroll.gutter(metrics)
        across = min(room, numbers_width * 2 + metrics.px(160))
        left += (room - across) // 2
        filters = self._filters(across)
        filters_at = (left, top + metrics.px(4))
        self._paints += moved(filters.paints, filters_at)
        for control in filters.controls:
            control.rect.move_ip(filters_at)
        top = filters_at[1] + filters.y + metrics.px(8)
        wide = (numbers_width, across - numbers_width - between)
        columns = [Column(kit, page.panel_room(kit, width)) for width in wide]
        self._numbers(columns[0])
        self._list(columns[1])
        tall = max(column.y for column in columns)
        scrolls = []
        for column, width, start in zip(columns, wide, (left, left + numbers_width + between), strict=True):
            space = page.body(kit, top, start, width - gutter)
            panel, rect = page.panelled(kit, space, tall)
            self._paints += panel
            scrolls.append((rect, column))
        return [*filters.controls, *self._scroll(scrolls)]

    def _one_panel(self, fill: Callable[[Column], None], top: int, left: int, width: int) -> Sequence[Control]:
        kit, metrics = self._kit, self._kit.metrics
        gutter = Scroll.gutter(metrics)
        column = Column(kit, page.panel_room(kit, width + gutter))
        fill(column)
        start = max(left, (metrics.size[0] - width - gutter) // 2)
        space = page.body(kit, top, start, width)
        if not self._all:  # what stands alone on a page stands a little above its middle
            space = space.move(0, max(0, space.h - column.y - metrics.px(40)) // 3)
        panel, rect = page.panelled(kit, space, column.y)
        self._paints += panel
        return self._scroll([(rect, column)])

    def _scroll(self, parts: Sequence[tuple[pygame.Rect, Column]]) -> Sequence[Control]:
        """Make a window onto each column, where it was before where there are as many as before."""
        step = self._kit.painter.type.line_height(self._kit.metrics.body)
        before = [scroll.offset for scroll in self._scrolls] if len(self._scrolls) == len(parts) else [0] * len(parts)
        self._scrolls = tuple(
            Scroll(
                rect,
                column.paints,
                column.y,
                step,
                offset,
                inner=tuple(column.controls),
                stop=not column.controls,
                said=column.said,
            )
            for (rect, column), offset in zip(parts, before, strict=True)
        )
        return self._scrolls

    def _empty(self, column: Column) -> None:
        metrics, words = self._kit.metrics, self._kit.words
        column.skip(12)
        column.text(words("stats.empty"), metrics.title, self._kit.palette.text, bold=True, centred=True)
        column.skip(8)
        column.text(words("stats.empty_help"), metrics.note, self._kit.palette.muted, centred=True)
        column.skip(12)

    def _everything(self, column: Column) -> None:
        filters = self._filters(column.width)
        column.place(filters, 0, 0)
        column.y = filters.y
        column.skip(16)
        self._numbers(column)
        column.skip(28)
        self._list(column)

    # Filters

    def _filters(self, width: int) -> Column:
        """Return the choices side by side, in as many rows as they need; only those between which there is a choice."""
        kit, metrics, words = self._kit, self._kit.metrics, self._kit.words
        choices: list[Choice] = []
        if len(games := self._games) > 1:
            names = [self._game_name(one) for one in games]
            chosen = games.index(self._rules[self._rule].game)
            choices.append(Choice(page.nowhere(), names, chosen, self._choose_game))
        if len(kinds := self._kinds) > 1:
            pattern = words("list.dot", first="{}", second="{}")
            names = _told_apart([self._rule_name(self._rules[one]) for one in kinds], pattern)
            choices.append(Choice(page.nowhere(), names, kinds.index(self._rule), self._choose_rules))
        if labels := self._labels():
            chosen = 0 if self._difficulty is None else labels.index(self._difficulty) + 1
            names = [words("stats.any_difficulty"), *(self._difficulty_name(label) for label in labels)]
            choices.append(Choice(page.nowhere(), names, chosen, self._choose_difficulty))
        if len(counts := self._counts()) > 1:
            chosen = 0 if self._seats is None else counts.index(self._seats) + 1
            names = [words("stats.any_seats"), *(words("menu.seats", seats=str(one), count=one) for one in counts)]
            choices.append(Choice(page.nowhere(), names, chosen, self._choose_seats))
        if not self._together:
            names = [words("stats.any_help"), words("stats.unaided")]
            choices.append(Choice(page.nowhere(), names, int(self._unaided), self._choose_help))
        column, gap = Column(kit, width), metrics.px(14)
        left = bottom = 0
        for choice in choices:
            page.sized_choice(kit, choice, width)
            if left and left + choice.rect.w > width:
                left, column.y = 0, bottom + gap
            choice.rect.topleft = (left, column.y)
            column.controls.append(choice)
            left, bottom = choice.rect.right + gap, max(bottom, choice.rect.bottom)
        column.y = bottom
        return column

    @property
    def _games(self) -> list[str]:
        """The games that were played."""
        return list(dict.fromkeys(one.game for one in self._rules))

    @property
    def _kinds(self) -> list[int]:
        """Which of all rules are those of the present game."""
        game = self._rules[self._rule].game
        return [index for index, one in enumerate(self._rules) if one.game == game]

    def _labels(self) -> list[str]:
        """Return the difficulties of the games of the present rules, from the easiest."""
        found = {one.difficulty for one in self._of_rules} - {None}
        known = DIFFICULTIES.get(self._rules[self._rule].game, ())
        return [*(label for label in known if label in found), *sorted(str(one) for one in found if one not in known)]

    def _counts(self) -> list[int]:
        """Return how many played the games of the present rules, from the fewest."""
        return sorted({one.seats for one in self._of_rules})

    def _game_name(self, game: str) -> str:
        words, title = self._kit.words, f"{game}.title"
        return words(title) if words.has(title) else game

    def _rule_name(self, rules: RuleSet) -> str:
        """Return what rules are called among those of their game: their options that are not as usual."""
        words = self._kit.words
        names = []
        for key, value in rules.options:
            if (named := statistics.data_name(rules.game, value)) is not None:
                names.append(named[words.language != "ja"])
                continue
            if isinstance(value, str) and len(value) > _LONGEST_OPTION:
                names.append(key)
                continue
            whole = f"{rules.game}.option.{key}" if value is True else f"{rules.game}.option_value.{key}.{value}"
            names.append(words(whole) if words.has(whole) else f"{key}: {value}")
        name, *others = names or [words("stats.usual_rules")]
        for more in others:
            name = words("list.dot", first=name, second=more)
        return name

    def _difficulty_name(self, label: str | None) -> str:
        words = self._kit.words
        key = f"{self._rules[self._rule].game}.difficulty.{label}"
        return words("stats.no_difficulty") if label is None else words(key) if words.has(key) else label

    def _choose_game(self, index: int) -> None:
        """Go to another game, to the rules by which it was played last."""
        last = next(one for one in reversed(self._all) if one.game == self._games[index])
        self._take(self._rules.index(statistics.rule_set(last)))

    def _choose_rules(self, index: int) -> None:
        self._take(self._kinds[index])

    def _take(self, rule: int) -> None:
        self._rule, self._difficulty, self._seats = rule, None, None
        self._of_rules = statistics.chosen(self._all, self._rules[rule])
        self._show_anew()

    def _choose_difficulty(self, index: int) -> None:
        self._difficulty = self._labels()[index - 1] if index else None
        self._show_anew()

    def _choose_seats(self, index: int) -> None:
        self._seats = self._counts()[index - 1] if index else None
        self._show_anew()

    def _choose_help(self, index: int) -> None:
        self._unaided = bool(index)
        self._show_anew()

    def _show_anew(self) -> None:
        self._leaf = 0
        if len(self._scrolls) == 2:  # the list begins again at its newest game
            self._scrolls[1].offset = 0
        self.lay_out()

    # Numbers

    def _numbers(self, column: Column) -> None:
        if self._together:
            self._players(column)
        else:
            self._scores(column)

    def _players(self, column: Column) -> None:
        """Add what the games of several people come to, for each player's name."""
        kit, metrics, words = self._kit, self._kit.metrics, self._kit.words
        players = statistics.by_player(self.games)
        most, best = max(one.wins for one in players), max(one.best for one in players)
        scores = [score for one in self.games if (score := one.winning_score) is not None]
        average = f"{sum(scores) / len(scores):.1f}" if scores else words("stats.none")
        tiles = [
            (words("stats.most_wins"), str(most), listed(words, [one.name for one in players if one.wins == most])),
            (words("stats.best"), figure(best), listed(words, [one.name for one in players if one.best == best])),
            (words("stats.average"), average, words("stats.of_winners")),
            (words("stats.list"), str(len(self.games)), words("stats.player_count", count=len(players))),
        ]
        ledger.tiles(kit, column, tiles)
        column.text(words("stats.players"), metrics.title, kit.palette.heading, bold=True)
        column.skip(6)
        headings = [words(f"stats.player_{key}") for key in ("games", "wins", "rate", "average", "best")]
        rows = [
            ledger.PlayerRow(
                one.name,
                (
                    str(one.games),
                    str(one.wins),
                    words("stats.percent", percent=one.percent),
                    f"{one.average:.1f}",
                    figure(one.best),
                ),
                one.wins / one.games,
            )
            for one in players
        ]
        ledger.players(kit, column, headings, rows)

    def _scores(self, column: Column) -> None:
        kit, metrics, words = self._kit, self._kit.metrics, self._kit.words
        game_id = self._rules[self._rule].game
        most = MOST.get(game_id, 9)
        games = self.games
        sums = statistics.numbers(games, most)
        ledger.tiles(kit, column, self._tiles(sums, most))
        column.text(words("stats.scores"), metrics.title, kit.palette.heading, bold=True)
        column.skip(8)
        ledger.scores(kit, column, sums.scores, GOOD.get(game_id, most + 1))
        column.skip(18)
        column.facts(self._facts(games, sums, most))

    def _tiles(self, sums: Numbers, most: int) -> list[tuple[str, str, str]]:
        words = self._kit.words
        none = words("stats.none")
        return [
            (
                words("stats.rate"),
                none if sums.percent is None else words("stats.percent", percent=sums.percent),
                words("stats.won_lost", wins=sums.wins, losses=sums.losses),
            ),
            (
                words("stats.average"),
                none if sums.average is None else f"{sums.average:.1f}",
                words("stats.of_wins"),
            ),
            (words("stats.best"), none if sums.best is None else str(sums.best), words("result.out_of", most=most)),
            (words("stats.streak"), str(sums.streak), words("stats.longest", count=sums.longest)),
        ]

    def _facts(self, games: Sequence[Finished], sums: Numbers, most: int) -> list[tuple[str, str]]:
        """Return what is told about help and difficulty; of what there was none, nothing is said."""
        words = self._kit.words
        facts: list[tuple[str, str]] = []
        if not self._unaided:
            alone = statistics.numbers([one for one in games if one.unaided], most)
            facts.append((words("stats.unaided_games"), self._games_and_rate(alone)))
        for key, count in (("take_backs", sums.take_backs), ("hints", sums.hints), ("conceded", sums.conceded)):
            if count:
                facts.append((words(f"stats.{key}"), words("stats.games", count=count)))
        if self._difficulty is None:
            labels = DIFFICULTIES.get(self._rules[self._rule].game, ())
            split = statistics.by_difficulty(games, most, labels)
            if any(label is not None for label in split):
                facts += [(self._difficulty_name(label), self._games_and_rate(one)) for label, one in split.items()]
        return facts

    def _games_and_rate(self, sums: Numbers) -> str:
        words = self._kit.words
        games = words("stats.games", count=sums.games)
        return games if sums.percent is None else words("stats.games_rate", games=games, percent=sums.percent)

    # The list

    def _list(self, column: Column) -> None:
        kit, metrics, words = self._kit, self._kit.metrics, self._kit.words
        games = self.games
        export = Button(page.nowhere(), words("stats.export"), self._export, enabled=bool(games))
        heading = Column(kit, column.width)
        heading.text(words("stats.list"), metrics.title, kit.palette.heading, bold=True)
        first = self._leaf * LEAF
        shown = games[::-1][first : first + LEAF]
        if games:
            told = words("stats.games", count=len(games))
            if len(games) > LEAF:
                told = words("stats.shown", first=first + 1, last=first + len(shown), total=len(games))
            heading.text(told, metrics.note, kit.palette.muted)
        column.place(heading, 0, column.y)
        buttons = Column(kit, column.width)
        buttons.flow((export,), align=1.0)
        name = kit.painter.type.width(words("stats.list"), metrics.title, bold=True)
        beside = name + export.rect.w + metrics.px(24) <= column.width
        column.place(buttons, 0, column.y + (0 if beside else heading.y + metrics.px(8)))
        column.y += max(heading.y, buttons.y) if beside else heading.y + metrics.px(8) + buttons.y
        column.skip(10)
        if not games:
            column.text(words("stats.none_chosen"), metrics.body, kit.palette.text)
        for one in shown:
            column.line()
            column.add(ledger.row(kit, column.width, self._mark(one), self._lines(one), self._ways(one)))
        if len(games) > LEAF:
            column.line()
            column.skip(14)
            newer = Button(page.nowhere(), words("stats.newer"), lambda: self._turn(-1), enabled=first > 0)
            older = Button(
                page.nowhere(), words("stats.older"), lambda: self._turn(1), enabled=first + LEAF < len(games)
            )
            column.flow((newer, older), align=0.5)

    def _mark(self, one: Finished) -> tuple[str, bool]:
        if one.players:
            return str(one.score), bool(one.winners)
        return (str(one.score), True) if one.won else (self._kit.words("stats.lost_mark"), False)

    def _lines(self, one: Finished) -> tuple[str, Sequence[str]]:
        """Return a game's deal and how hard it is, or who won it, and its date, actions, and everything that helped."""
        words = self._kit.words
        if one.players:
            return self._lines_of_several(one)
        facts = [self._date(one.finished), words("table.actions", count=one.actions)]
        if one.ending == "conceded":
            facts.append(words("stats.given_up"))
        if one.take_backs:
            facts.append(words("table.take_backs", count=one.take_backs))
        if one.hints:
            facts.append(words("stats.hint_count", count=one.hints))
        if not (one.unaided or one.take_backs or one.hints):
            facts.append(words("stats.budget"))
        name = page.deal_name(self._kit, one.deal)
        if one.difficulty is not None:
            name = words("list.dot", first=name, second=self._difficulty_name(one.difficulty))
        return name, facts

    def _lines_of_several(self, one: Finished) -> tuple[str, Sequence[str]]:
        """Return who won a game, and everybody's score, its date and its deal, and what helped."""
        words = self._kit.words
        players = sorted(one.players, key=lambda player: (not player.won, -player.score))
        names = [player_name(words, player.name, player.level) for player in players]
        facts = [
            words("stats.player_score", name=name, score=player.score)
            for name, player in zip(names, players, strict=True)
        ]
        facts += [self._date(one.finished), page.deal_name(self._kit, one.deal)]
        if not one.unaided:
            facts.append(words(f"{one.game}.option.log_remembers"))
        return won_by(words, one.game, one.winners), facts

    def _date(self, seconds: int) -> str:
        day = calendar.local(seconds)
        parts = {"month": day.month, "day": day.day, "hour": day.hour, "minute": day.minute}
        return self._kit.words("stats.date", year=day.year, **{key: f"{part:02}" for key, part in parts.items()})

    def _turn(self, by: int) -> None:
        self._leaf += by
        self._controls.focus = None
        if self._scrolls:
            self._scrolls[-1].offset = 0
        self.lay_out()

    def _ways(self, one: Finished) -> list[tuple[str, Act]]:
        """Return what can be done with a game: its replay first, then its review where it has one."""
        words = self._kit.words
        ways: list[tuple[str, Act]] = [(words("stats.replay"), self._opening(one, self._open_replay))]
        if self._open_review is not None and one.game in REVIEWED:
            ways.append((words("stats.review"), self._opening(one, self._open_review)))
        return ways

    def _opening(self, one: Finished, way: Callable[[Record], Scene]) -> Act:
        return lambda: opened(self._kit, one.match, way)

    def _export(self) -> Command:
        """Write the games that the page is about into a file of the player's."""
        words, games = self._kit.words, self.games
        day = calendar.local(calendar.now())
        text = statistics.as_csv(games, lambda seconds: calendar.local(seconds).isoformat(" ", "minutes"))
        written = self._kit.store.export(f"tefuda-{day:%Y-%m-%d}", ".csv", text)
        if isinstance(written, Reason):
            return self._say(words("stats.not_exported", cause=written))
        return self._say(words("stats.exported", count=len(games), path=str(written)))

    def _say(self, text: str) -> Command:
        return Push(Notice(self._kit, text, [(self._kit.words("common.ok"), Back)]))


def _told_apart(names: Sequence[str], pattern: str) -> list[str]:
    """Return names with a number behind those that came before."""
    return [
        pattern.format(name, names[: index + 1].count(name)) if name in names[:index] else name
        for index, name in enumerate(names)
    ]
