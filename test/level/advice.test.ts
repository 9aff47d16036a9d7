import { describe, expect, test } from 'vitest';
import { LEVEL_CHECK_FINDINGS } from '../../check/facts/level-findings.ts';
import { dependencyLine, sectionLine } from '../../level/formats/layout.ts';
import { LAYOUT_FINDINGS as L } from '../../level/rooms/layout-findings.ts';
import { gameFileProblem, gameNameProblem } from '../../src/model/level.ts';
import { metres, misfit, point, squareMetres } from '../../src/seams/finding-words.ts';
import { LEVEL_FINDINGS } from '../../src/seams/findings.ts';

const F = { ...LEVEL_FINDINGS, ...LEVEL_CHECK_FINDINGS };
const to = { to: 2, name: 'hall' };
const other = { other: 2, name: 'hall' };
const seam = { ...other, otherEdge: 9, length: 2.5, gap: 0.005, kind: 'gap' as const, snap: 0.01 };

describe('what can be done', () => {
	const clear = { option: 'unmatched', value: 'clear' };

	test('about a link that nothing confirms: clear it where it was kept', () => {
		const link = { ...to, count: 1 };
		expect(F.LINK_UNCONFIRMED.actions?.({ ...link, kept: true } as never)).toEqual([clear]);
		expect(F.LINK_UNCONFIRMED.actions?.({ ...link, kept: false } as never)).toEqual([]);
	});

	test('about a seam: by how its edges miss each other', () => {
		const actions = (kind: string, snap = 0.01) => F.SEAM_UNLINKED.actions?.({ ...seam, kind, snap } as never);
		expect(actions('whole')).toMatchObject([{ command: 'link' }]);
		expect(actions('divided')).toEqual([{ option: 'conform', value: true }]);
		expect(actions('gap')).toEqual([{ option: 'snap', value: 0.01 }]);
		expect(actions('gap', 0)).toEqual([{ option: 'snap', value: 0.1 }]);
	});

	test('about a position that is off: move the ground along, unless it was made from a scene', () => {
		expect(L.LAYOUT_POSITION_OFF.actions?.({ scene: true })).toEqual([]);
		expect(L.LAYOUT_POSITION_OFF.actions?.({ scene: false })).toEqual([
			{
				command: 'link',
				arguments: ['LAYOUT'],
				options: [{ option: 'from', placeholder: 'OLD' }, { option: 'move' }, { option: 'inPlace' }],
			},
		]);
	});

	test('about rooms that are not seen from where one walks to them: write the visibility again', () => {
		for (const { actions } of [L.VIS_LINK_UNSEEN, L.VIS_LINKS_NONE])
			expect(actions?.()).toEqual([{ option: 'newVis' }]);
	});

	test('about a room that was moved alone: move it back', () => {
		expect(F.ROOM_SHIFTED.actions?.({ by: [1, 2, 3] } as never)).toEqual([
			{
				command: 'convert',
				arguments: ['FILE', 'FILE'],
				options: [{ option: 'translate', value: '1,2,3' }, { option: 'force' }],
			},
		]);
	});
});

test('lengths, areas and points have as many digits as help', () => {
	expect([0.0005, 0.0123456, 0.5, 1.5, -2, 12.3456].map(metres)).toMatchInlineSnapshot(`
		[
		  "0.5 mm",
		  "12 mm",
		  "0.5 m",
		  "1.5 m",
		  "2 m",
		  "12.35 m",
		]
	`);
	expect([0.5, 3, 12.3456, 1234.5].map(squareMetres)).toMatchInlineSnapshot(`
		[
		  "0.5 m²",
		  "3 m²",
		  "12.3 m²",
		  "1230 m²",
		]
	`);
	expect(point([1, -0.004, 2.345678])).toBe('1 0 2.35');
	expect(
		(['whole', 'divided', 'gap', 'overlap', 'height', 'shift'] as const).map((kind) => misfit({ kind, gap: 2 })),
	).toEqual([
		'coincide',
		'coincide, with different vertices,',
		'leave a gap of 2 m',
		'overlap by 2 m',
		'differ in height by 2 m',
		'are shifted along each other by 2 m',
	]);
});

test('names that the game cannot load say why', () => {
	expect(['quay_01a.wok', 'gate0.dwk', 'x.svg', 'a b.glb', 'abcdefghijklmnop.pth'].map(gameFileProblem)).toEqual(
		Array.from({ length: 5 }),
	);
	expect(gameFileProblem('quay-01.wok')).toBe('has characters other than letters, digits and "_"');
	expect(gameFileProblem('.pwk')).toBe('has no name before its extension');
	expect(gameFileProblem('0.dwk')).toBe('has no name before the digit of the door state');
	expect(gameFileProblem('abcdefghijklmnopq.WOK')).toBe('has 17 characters before its extension; the game accepts 16');
	expect(gameFileProblem('abcdefghijklmnopq.dwk')).toBe(
		'has 17 characters before its extension, the digit of the door state included; the game accepts 16',
	);
	expect(gameNameProblem('quay')).toBeUndefined();
});

test('lines of a layout', () => {
	expect(dependencyLine('m01aa')).toBe('#MAXLAYOUT ASCII\r\nfiledependancy m01aa'.split('\r\n')[1]);
	expect(dependencyLine('')).toBe('filedependancy');
	expect(sectionLine('room', '3')).toBe('   roomcount 3');
});
