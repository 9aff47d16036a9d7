import { mutateBytes } from '../support/mutate.ts';
import { below, pick, type Random, text } from './random.ts';

/** Texts of each format that hurt where they are put, and how a text is damaged with them. */

/** Cuts, doubles, moves and swaps pieces of a text, and puts others in. */
export function mutateText(source: string, random: Random, pieces: readonly string[]): Uint8Array {
	let result = source;
	for (let left = 1 + below(random, 6); left > 0; left--) {
		const at = below(random, result.length + 1);
		const end = Math.min(result.length, at + below(random, random() < 0.25 ? 300 : 14));
		const kind = random();
		if (kind < 0.2) result = result.slice(0, at) + result.slice(end);
		else if (kind < 0.5) result = result.slice(0, at) + pick(random, pieces) + result.slice(at);
		else if (kind < 0.75) result = result.slice(0, at) + pick(random, pieces) + result.slice(end);
		else if (kind < 0.9) result = result.slice(0, end) + result.slice(at);
		else {
			const lines = result.split('\n');
			const [a, b] = [below(random, lines.length), below(random, lines.length)];
			[lines[a], lines[b]] = [lines[b], lines[a]];
			result = lines.join('\n');
		}
	}
	const bytes = text(result);
	if (random() < 0.1) return mutateBytes(bytes, random);
	if (random() < 0.05) return new Uint8Array(Buffer.from(result, 'utf16le'));
	return bytes;
}

const NUMBERS = [
	...' 0| 1| -1| 0.5| 1e39| -1e-50| nan| inf| 4294967296| 0x10| 1,5| .| --1'.split('|'),
	' 9'.repeat(40),
];
const BREAKS = ['\n', '\r\n', '\r', '\t', ' ', '\0', '\u2028', 'é', '\u202e', '#', '"', '\\\n', ''];

/** Statements, a line each. */
const lines = (text: string): string[] => text.split('|').map((line) => `${line}\n`);

/** What an ASCII walkmesh is damaged with. */
export const ASCII_PIECES: readonly string[] = [
	...lines(
		'node aabb a|node trimesh|node dummy pwk_use01|endnode|verts 3|verts 99999999999|faces 2|aabb|aabb 1|roomlinks',
	),
	...lines('endlist|parent quay01|parent a|position 1e38 1 1|orientation 1 2 3 4|layoutposition 3e38 0 0|newmodel a'),
	...lines(
		'newanim a|doneanim|multimaterial 5|beginwalkmeshgeom b|# wokflow door open1 x|# wokflow offset 1 2 3|# PWKMESH',
	),
	...[...NUMBERS, ...BREAKS],
];
export const OBJ_PIECES: readonly string[] = [
	...lines(
		'v 1 2 3|v 0 0|v 1 2 3 0.5 0 1|vt 0 0|vn 0 0 1|f 1 2 3|f -1 -2 -3|f 1//1 2//2 3//3|f 1 1 1|f 1 2|f 4294967296 1 2',
	),
	...lines(
		'f 0 1 2|l 1 2 3|p 1|g a b|o hall|usemtl Dirt|usemtl Stone|usemtl|mtllib a.mtl|mtllib ../a.mtl|s 1|vp 1|curv 0 1 1',
	),
	...[...lines(`cstype bezier|f${' 1'.repeat(50)}`), ...NUMBERS, ...BREAKS],
];
export const LYT_PIECES: readonly string[] = [
	...lines(
		'beginlayout|donelayout|roomcount 3|roomcount -1|roomcount 99999999999|m01_01a 0 0 0|**** 1 2 3|trackcount 0',
	),
	...lines('obstaclecount 0|doorhookcount 1|artplaceablecount 2|a b 0 1 2 3 0 0 0 1'),
	...[...NUMBERS, ...BREAKS],
];
export const VIS_PIECES: readonly string[] = [
	...[...lines('a 2|  b|  a|b 0|c -1|d 99999999|VERSION 2'), '   ', ...NUMBERS, ...BREAKS],
];
export const TWODA_PIECES: readonly string[] = [
	...lines('2DA V2.b|2DA V2.0|DEFAULT: 1|0\tDirt\t1|7 NonWalk 0'),
	...['label\twalk\t', '\twalk\t', '****', '""', ...NUMBERS, ...BREAKS],
];
/** What JSON that people write is damaged with. */
export const JSON_PIECES: readonly string[] = [
	...['{', '}', '[', ']', ',', ':', 'null', 'true', '""', '"\\u0000"', '"\\ud800"', '"\\u202e"', '"../x"', '"con"'],
	...['"__proto__": {"name": 1},', '"constructor": 1,', '"toString": "x",', '1e400', '-0', '//', '/*'],
	...['['.repeat(5000), '{"a":'.repeat(5000), `"${'a'.repeat(40_000)}"`, '\ufeff', ...NUMBERS, ...BREAKS],
];
export const SURFACE_LIST_PIECES: readonly string[] = [
	...['=', ' = Stone\n', 'Floor = ', '"', '\\"', '#', ' # a comment', '= = =', '{', '[', '"a" = 4\n', '* = Dirt\n'],
	...['+(a*)b = 4\n', '{a,b}'.repeat(50), '*'.repeat(200), '__proto__ = 4\n', 'a = 31\n', '"\\ud800" = 1\n', '\ufeff'],
	...['x'.repeat(5000), '"'.repeat(2000), ' = '.repeat(500), ...NUMBERS, ...BREAKS],
];
