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
	' 0',
	' 1',
	' -1',
	' 0.5',
	' 1e39',
	' -1e-50',
	' nan',
	' inf',
	' 4294967296',
	' 0x10',
	' 1,5',
	' .',
	' --1',
	' 9'.repeat(40),
];
const BREAKS = ['\n', '\r\n', '\r', '\t', ' ', '\0', '\u2028', 'é', '\u202e', '#', '"', '\\\n', ''];

/** What an ASCII walkmesh is damaged with. */
export const ASCII_PIECES: readonly string[] = [
	...[
		'node aabb a\n',
		'node trimesh\n',
		'node dummy pwk_use01\n',
		'endnode\n',
		'verts 3\n',
		'verts 99999999999\n',
		'faces 2\n',
	],
	...['aabb\n', 'aabb 1\n', 'roomlinks\n', 'endlist\n', 'parent quay01\n', 'parent a\n', 'position 1e38 1 1\n'],
	...[
		'orientation 1 2 3 4\n',
		'layoutposition 3e38 0 0\n',
		'newmodel a\n',
		'newanim a\n',
		'doneanim\n',
		'multimaterial 5\n',
	],
	...[
		'beginwalkmeshgeom b\n',
		'# wokflow door open1 x\n',
		'# wokflow offset 1 2 3\n',
		'# PWKMESH\n',
		...NUMBERS,
		...BREAKS,
	],
];
export const OBJ_PIECES: readonly string[] = [
	...[
		'v 1 2 3\n',
		'v 0 0\n',
		'v 1 2 3 0.5 0 1\n',
		'vt 0 0\n',
		'vn 0 0 1\n',
		'f 1 2 3\n',
		'f -1 -2 -3\n',
		'f 1//1 2//2 3//3\n',
		'f 1 1 1\n',
	],
	...[
		'f 1 2\n',
		'f 4294967296 1 2\n',
		'f 0 1 2\n',
		'l 1 2 3\n',
		'p 1\n',
		'g a b\n',
		'o hall\n',
		'usemtl Dirt\n',
		'usemtl Stone\n',
		'usemtl\n',
	],
	...[
		'mtllib a.mtl\n',
		'mtllib ../a.mtl\n',
		's 1\n',
		'vp 1\n',
		'curv 0 1 1\n',
		'cstype bezier\n',
		`f${' 1'.repeat(50)}\n`,
		...NUMBERS,
		...BREAKS,
	],
];
export const LYT_PIECES: readonly string[] = [
	...[
		'beginlayout\n',
		'donelayout\n',
		'roomcount 3\n',
		'roomcount -1\n',
		'roomcount 99999999999\n',
		'm01_01a 0 0 0\n',
		'**** 1 2 3\n',
	],
	...[
		'trackcount 0\n',
		'obstaclecount 0\n',
		'doorhookcount 1\n',
		'artplaceablecount 2\n',
		'a b 0 1 2 3 0 0 0 1\n',
		...NUMBERS,
		...BREAKS,
	],
];
export const VIS_PIECES: readonly string[] = [
	'a 2\n',
	'  b\n',
	'  a\n',
	'b 0\n',
	'c -1\n',
	'd 99999999\n',
	'   ',
	'VERSION 2\n',
	...NUMBERS,
	...BREAKS,
];
export const TWODA_PIECES: readonly string[] = [
	...[
		'2DA V2.b\n',
		'2DA V2.0\n',
		'DEFAULT: 1\n',
		'label\twalk\t',
		'\twalk\t',
		'0\tDirt\t1\n',
		'****',
		'""',
		'7 NonWalk 0\n',
		...NUMBERS,
		...BREAKS,
	],
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
