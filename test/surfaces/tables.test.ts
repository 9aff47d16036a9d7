import { expect, it } from 'vitest';
import { toHexColour } from '../../src/model/surface-tables.ts';
import { isWalkable, K1, KOTORBLENDER, surfaceLabel, walkableFaces } from '../../src/model/surfaces.ts';

/** Row, label, walk, walkcheck, lineofsight, grass, sound, colour. */
const GAME = `
0 NotDefined 0000 - #aaaaaa
1 Dirt 1110 DT #cd853f
2 Obscuring 0010 - #595959
3 Grass 1111 GR #00cb00
4 Stone 1110 ST #708090
5 Wood 1110 WD #8b4514
6 Water 1110 WT #0000ff
7 Nonwalk 0110 - #ff0000
8 Transparent 0100 - #ffffff
9 Carpet 1110 CP #ff00ff
10 Metal 1110 MT #b0c4de
11 Puddles 1110 WT #bdb76b
12 Swamp 1110 WT #808000
13 Mud 1110 WT #556b2f
14 Leaves 1110 LV #ff8c00
15 Lava 0110 - #950000
16 BottomlessPit 0110 - #000000
17 DeepWater 0110 - #000080
18 Door 1100 - #000000
19 NonWalkGrass 0111 - #e7e7e7
20 CRAP 0000 - #ffff00
21 CRAP 0000 - #bcbc59
22 CRAP 0000 - #505c68
23 CRAP 0000 - #8b6cbe
24 CRAP 0000 - #a9aa6c
25 CRAP 0000 - #6c8bbf
26 CRAP 0000 - #cc6c6c
27 CRAP 0000 - #6cd26c
28 CRAP 0000 - #6c6cd2
29 CRAP 0000 - #ca6c6c
30 Trigger 1100 - #6cbc91
`;

it('has the rows of the game, in colours that people know', () => {
	const rows = K1.surfaces.map(({ id, label, walk, walkCheck, lineOfSight, grass, sound, colour }) => {
		const flags = [walk, walkCheck, lineOfSight, grass].map(Number).join('');
		return [id, label, flags, sound || '-', toHexColour(colour)].join(' ');
	});
	expect(rows).toEqual(GAME.trim().split('\n'));
});

it('differs for kotorblender in what is walkable and in four labels', () => {
	const changed = KOTORBLENDER.surfaces
		.filter(({ id, label, walk }) => walk !== K1.surfaces[id].walk || label !== K1.surfaces[id].label)
		.map(({ id, label, walk }) => [id, label, walk]);
	expect(changed).toEqual([
		[0, 'NotDefined', true],
		[16, 'BottomlessPit', true],
		[19, 'Snow', false],
		[20, 'Sand', true],
		[21, 'BareBones', true],
		[22, 'StoneBridge', true],
	]);
});

it('takes nobody to walk on rows that it does not have', () => {
	expect([...walkableFaces(K1, Uint32Array.of(1, 7, 30, 31, 0xffffffff))]).toEqual([1, 0, 1, 0, 0]);
	expect([1, 7, 30, 31].map((surface) => isWalkable(K1, surface))).toEqual([true, false, true, false]);
	expect([surfaceLabel(K1, 30), surfaceLabel(K1, 31)]).toEqual(['Trigger', '#31']);
});
