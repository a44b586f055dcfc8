"""What `promise` holds of a move: costs learnt from lines of play that win, in 1/16 of a natural logarithm.

A copy of an early `solver_weights` that never changes: the simple player that labels deals is made of it, and a label
must mean the same for ever. A feature that is not listed costs nothing. "Need" of a suit is 3 where all its enemies are
repelled, else the enemies in play (main and occupied), up to 2.
"""

from __future__ import annotations

from game.deck_defence.weighing import costs

CARD = costs("10:11 11:46 20:7 21:46 30:22 31:36")
"""Its rank, whether its suit has no enemy left."""
READY = costs("""
    0001:15 0002:86 0003:28 0011:34 0012:59 0013:-16 0021:72 0022:-7 0112:-19 0113:-37 0121:-20 0122:1 0123:-48
    0213:78 0221:-17 0222:-52 0223:10 1001:66 1002:60 1003:4 1011:34 1012:37 1013:-9 1021:-55 1022:7 1112:-48
    1113:-50 1121:-156 1122:-77 1123:-30 1213:38 1221:55 1222:-26 1223:14 2001:63 2002:52 2003:15 2011:16 2012:22
    2013:-25 2021:-33 2022:-3 2112:-38 2113:-14 2121:-111 2122:-28 2123:3 2213:42 2221:47 2222:-18 2223:18 3001:-5
    3002:19 3003:36 3011:50 3012:27 3021:2
""")
"""Need, 0 too weak 1 exact 2 more with the other tops of its suit, how many those are, its rank."""
FIRST = costs("""
    112:30 113:19 114:-13 115:-29 116:-57 121:-90 122:-25 123:47 130:121 212:67 213:7 214:11 215:4 216:16 221:-65
    222:-54 223:-27 230:-6 312:64 313:12 314:28 315:22 316:25 321:-15 322:-78 323:-28 330:-50
""")
"""Its rank, empty hand spaces, cards in hand."""
FIRST_SUIT = costs("01:-16 02:-19 03:-3 11:33 12:14 13:-22 21:20 22:5 23:-6 31:-33 32:-47 33:11")
"""Need, its rank."""
ONTO = costs("""
    1011:28 1022:51 1033:4 1112:-34 1113:14 1121:-2 1123:16 1131:33 1132:23 1211:-1 1222:-14 1233:-53 2011:52
    2022:37 2033:29 2112:-26 2113:16 2121:26 2123:6 2131:50 2132:24 2211:2 2222:-20 2233:-31
""")
"""Height, 0 same card 1 same suit 2 same rank, its rank, rank of the card below it."""
ONTO_SUIT = costs("""
    1000:51 1011:28 1022:8 1033:-4 1100:37 1111:19 1122:22 1133:-27 1200:-11 1201:2 1202:17 1203:-20 1210:-31
    1211:-15 1212:-24 1213:-69 1220:-3 1221:-39 1222:15 1223:17 1230:47 1231:41 1232:-1 1233:6 2000:37 2011:41
    2022:30 2033:10 2100:63 2111:31 2122:-14 2133:16 2200:-13 2201:24 2202:31 2203:-12 2210:-48 2211:-43 2212:-55
    2213:4 2220:-26 2221:-20 2222:-6 2223:7 2230:46 2231:40 2232:7 2233:16
""")
"""Height, as above, need, need of the suit below."""
COVERS = costs("""
    000:-14 001:4 002:-3 011:40 012:-38 022:-27 100:-16 101:2 102:-6 111:3 112:5 121:6 122:-4 200:-7 201:18 202:-14
    211:-16 212:3 221:3 222:-3 300:-44 301:-7
""")
"""Need of the covered suit, 0 1 2 as in READY, how many other tops of that suit."""
BOTTOM = costs("""
    0010:4 0011:-13 0020:24 0021:-8 0030:10 0031:-8 0110:-15 0111:-17 0120:2 0121:-4 0130:7 1010:33 1011:18 1020:51
    1030:16 1110:-4 1120:36 1130:31
""")
"""The lowest card of three: same suit, same suit as the middle one, its rank, whether its suit has no enemy left."""
REPEL = costs("25:-95 26:14 35:-67 36:7 37:-27")
"""Cards, sum of ranks."""
REPEL_SUIT = costs("12:-47 13:-49 22:-34 23:-39")
"""Need, cards."""
UNCOVERS = costs("""
    001:-39 002:-23 003:-22 011:-25 012:-25 013:-24 021:-27 022:-17 023:-17 031:-27 032:-13 033:-6 111:-19 112:-20
    113:-24 121:-24 122:-28 123:-19
""")
"""Same suit, its need, its rank."""
EMPTIES = costs(":-23")
"""(always)."""
EXPLORE = costs("10:-25 11:-20 12:-54 13:-46 20:87 21:71 22:49 23:-25 30:41 31:29 32:10 33:-5")
"""Rank, need."""
EXPLORE_HAND = costs("1:45 2:68 3:55 4:59 5:48 6:-16 7:-66 8:-64 9:-17")
"""Cards in hand."""
EXPLORE_UNCOVERS = costs("00:9 01:17 02:-17 10:-7 11:-16 12:18 13:-10")
"""Same suit, its need."""
HOLD_OFF = costs(":-113")
"""(always)."""
JAM = costs("""
    000:-16 001:-26 010:-76 011:16 020:-35 021:3 030:-8 031:2 040:122 041:-44 101:-38 110:-51 111:-10 120:-7 121:35
    130:71 131:7 200:31 201:-27 210:-12 211:-29 220:64 221:-39 300:61 301:-12 310:15 311:4
""")
"""Kinds in main that cannot join, 0 or where occupied is full enemies in main + 1, whether an enemy can be repelled."""
JAM_NEXT = costs("""
    00:-18 01:-15 02:-4 03:22 10:-9 11:7 12:9 13:18 20:-22 22:-7 23:13 30:-12 31:-17 32:-14 33:5 40:-1 41:31 42:8
    43:7 51:1 52:-4 53:2 63:1
""")
"""Kinds coming next that cannot join, kinds in main that cannot."""
CAN_REPEL = costs("00:24 01:21 02:31 03:82 10:-40 11:-35 12:-29 13:-54")
"""Suits that can be repelled now, enemies in occupied."""
FULL = costs("""
    000:-31 001:-25 002:-17 100:-6 101:6 102:9 200:1 201:22 202:14 210:-7 211:5 212:4 300:8 301:6 302:7 310:-13
    311:-9 312:-6 400:4 401:4 402:3 410:-12 411:6 412:-6 500:13 501:11 502:13 510:-12 511:9 512:-2 600:10 601:-3
    602:-5 610:-3 611:-8 612:-14 700:-9 701:-13 702:-17 710:-14 711:-27 712:-20 800:22 801:18 802:17 810:-4 811:-11
    812:-6 900:28 901:38 902:31 910:-1 911:10 912:-15
""")
"""Cards in hand, whether some enemy can be repelled, enemies coming next."""
REVEAL = costs("00:-40 01:7 10:-30 11:27 20:-32 21:21 30:-11 31:58")
"""Cards there, whether just explored."""
SLACK = costs("""
    10:23 11:-23 12:-26 13:-37 14:-41 15:-46 16:-54 20:19 21:3 22:5 23:2 24:7 25:-4 26:5 30:6 31:4 32:-1 33:12 34:27
    36:66
""")
"""1 repel 2 repel with loss 3 explore, ranks still to waste."""
TOPS = costs("""
    000:7 011:35 021:19 022:64 031:11 032:38 033:19 042:27 043:36 052:16 053:13 100:-5 111:5 121:-4 122:5 131:-27
    132:-12 133:-3 142:-27 143:-13 152:-13 153:-39 200:10 211:14 221:3 222:15 231:-14 232:-13 233:-14 242:-28
    243:-17 252:-29 253:-77
""")
"""For each suit: enemies in play up to 2, ranks on top up to 5, cards on top."""
