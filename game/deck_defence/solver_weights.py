"""Which moves the solver tries first: costs learnt from lines of play that win, in 1/16 of a natural logarithm.

They only order the search and never make an answer wrong. A move's chance of leading to a win is modelled as the
softmax of its features' sums, fitted to positions of winning lines (random deals from 30001 on, for a score of 9 and
for any) in which every move was searched: the moves that still win against the others, and the more so against those
that took long to refute. A feature that is not listed costs nothing. "Need" of a suit is 3 where all its enemies are
repelled, else the enemies in play (main and occupied), up to 2.
"""

from __future__ import annotations

from game.deck_defence.weighing import costs

CARD = costs("10:15 11:20 20:18 21:25 30:27 31:16")
"""Its rank, whether its suit has no enemy left."""
READY = costs("""
    0001:4 0002:27 0003:3 0011:10 0012:10 0013:-2 0021:7 0022:8 0112:-13 0113:-8 0121:4 0122:-1 0123:-5 0213:25
    0221:9 0222:-3 0223:-3 1001:19 1002:21 1003:-3 1011:6 1012:17 1013:2 1021:-10 1022:6 1112:-17 1113:-20
    1121:-37 1122:-28 1123:-7 1213:38 1221:27 1222:1 1223:20 2001:14 2002:-1 2003:4 2011:2 2012:1 2013:-9
    2021:-6 2022:-3 2112:-21 2113:-21 2121:-27 2122:-14 2123:-9 2213:21 2221:28 2222:5 2223:11 3001:8 3002:16
    3003:16 3011:14 3012:10
""")
"""Need, 0 too weak 1 exact 2 more with the other tops of its suit, how many those are, its rank."""
FIRST = costs("""
    112:19 113:7 114:-8 115:-12 116:-21 121:-42 122:5 123:-3 130:49 212:29 213:3 214:-2 215:5 216:14 221:-21
    222:-12 223:-4 230:-8 312:32 313:11 314:13 315:7 316:15 321:1 322:-27 323:-3 330:-39
""")
"""Its rank, empty hand spaces, cards in hand."""
FIRST_SUIT = costs("01:-2 02:-2 03:3 11:20 12:4 13:-1 21:9 23:2 31:-9 32:-5 33:-10")
"""Need, its rank."""
ONTO = costs("""
    1011:6 1022:18 1033:-1 1112:-14 1113:4 1121:-1 1123:6 1131:19 1132:10 1211:3 1222:-5 1233:-19 2011:13
    2022:17 2033:8 2112:-5 2113:9 2121:6 2123:5 2131:20 2132:18 2211:7 2222:-4 2233:-11
""")
"""Height, 0 same card 1 same suit 2 same rank, its rank, rank of the card below it."""
ONTO_SUIT = costs("""
    1000:13 1011:13 1033:-2 1100:14 1111:6 1122:2 1133:-1 1200:1 1201:6 1202:3 1203:-13 1210:-12 1211:-6 1212:-4
    1213:-10 1220:-3 1221:-9 1222:-10 1223:-12 1230:19 1231:11 1232:2 1233:11 2000:18 2011:12 2022:6 2033:5
    2100:24 2111:9 2122:1 2133:4 2200:-2 2201:4 2202:6 2203:4 2210:-7 2211:-14 2212:-14 2213:-1 2220:-7 2221:-11
    2222:-4 2223:2 2230:20 2231:12 2232:4 2233:2
""")
"""Height, as above, need, need of the suit below."""
COVERS = costs("""
    000:-5 001:-1 002:6 011:11 012:-15 021:7 022:-1 100:-1 102:-1 111:-5 112:3 121:6 122:1 200:-8 201:1 202:1
    211:-8 212:-5 221:6 222:-2 300:-14 301:-3
""")
"""Need of the covered suit, 0 1 2 as in READY, how many other tops of that suit."""
BOTTOM = costs("""
    0010:9 0011:-3 0020:6 0021:-4 0030:1 0031:-10 0110:-5 0111:3 0121:-4 0130:-2 1010:19 1011:2 1020:16 1030:14
    1110:4 1111:1 1120:15 1130:22
""")
"""The lowest card of three: same suit, same suit as the middle one, its rank, whether its suit has no enemy left."""
REPEL = costs("25:-14 26:-1 35:-28 36:17 37:3")
"""Cards, sum of ranks."""
REPEL_SUIT = costs("12:-12 13:-18 22:-15 23:-15")
"""Need, cards."""
UNCOVERS = costs("""
    001:-21 002:-20 003:-15 011:-19 012:-4 013:-4 021:-4 022:-15 023:-5 031:-6 032:-7 033:-3 111:-20 112:-18
    113:-11 121:-8 122:-7 123:-2
""")
"""Same suit, its need, its rank."""
EMPTIES = costs(":-14")
"""(always)."""
EXPLORE = costs("10:-22 11:-29 12:-44 13:-25 20:45 21:30 22:23 23:-10 30:38 31:24 32:23")
"""Rank, need."""
EXPLORE_HAND = costs("1:18 2:25 3:30 4:38 5:35 6:14 7:-19 8:-16 9:-8")
"""Cards in hand."""
EXPLORE_UNCOVERS = costs("00:2 01:11 02:-1 10:-5 11:-7 12:16 13:1")
"""Same suit, its need."""
HOLD_OFF = costs(":-49")
"""(always)."""
JAM = costs("""
    000:-3 001:-5 010:-19 011:-9 020:-12 021:-6 030:3 031:-9 040:42 041:10 100:8 101:-10 110:-3 111:-15 120:7
    121:-7 130:23 200:22 201:-16 210:8 211:-15 220:22 221:-11 300:15 301:-9 310:19 311:-6
""")
"""Kinds in main that cannot join, 0 or (occupied full) enemies in main + 1, whether an enemy can be repelled."""
JAM_NEXT = costs("""
    00:-9 01:-2 02:13 03:5 10:-6 11:3 12:12 13:6 20:-6 21:-2 22:7 23:-3 30:-7 31:-6 32:-2 33:15 40:4 41:-5
    42:-14 43:-4 51:5
""")
"""Kinds coming next that cannot join, kinds in main that cannot."""
CAN_REPEL = costs("00:23 01:15 02:4 03:15 10:2 11:-7 12:-16 13:-24")
"""Suits that can be repelled now, enemies in occupied."""
FULL = costs("""
    000:-10 001:-7 002:4 101:9 102:7 200:2 201:4 202:8 210:-6 211:-2 212:-2 300:-2 301:1 302:7 310:-10 311:-7
    312:-11 400:5 401:5 402:5 410:-12 411:3 412:-9 500:2 501:5 502:10 510:-9 511:-3 512:-6 601:-4 602:1 610:-5
    611:-10 700:-1 701:2 702:-2 710:-7 711:-4 712:-4 800:8 801:3 802:18 810:-1 811:-4 812:-4 900:24 901:14
    902:13 910:5 911:-4 912:-4
""")
"""Cards in hand, whether some enemy can be repelled, enemies coming next."""
REVEAL = costs("00:-30 01:-23 10:-16 11:1 20:-16 21:5 30:-7 31:33")
"""Cards there, whether just explored."""
SLACK = costs("""
    10:-2 11:-19 12:-18 13:-18 14:-18 15:-24 16:-35 20:6 21:12 22:3 23:4 24:4 26:-3 30:7 31:7 32:5 33:19 34:18
    35:16 36:45
""")
"""1 repel 2 repel with loss 3 explore, ranks still to waste."""
TOPS = costs("""
    000:-16 011:2 021:-1 022:30 031:-2 032:16 033:6 042:6 043:13 053:4 100:9 111:15 121:7 122:10 131:2 132:1
    133:3 142:-11 143:-5 152:-9 153:-28 200:21 211:26 221:21 222:15 231:7 232:4 233:-7 242:-7 243:-1 252:9
    253:-22
""")
"""For each suit: enemies in play up to 2, ranks on top up to 5, cards on top."""
