import { LYING, RESIZED } from '../../src/findings/explained-by.ts';
import { defineFindings } from '../../src/findings/report.ts';
import { countOf } from '../../src/text/numbers.ts';

/** What obj-file-parser reads otherwise, or refuses. */
export type ObjHabit = keyof typeof HABITS;

const HABITS = {
	names: 'takes the first word of names, up to a "#"',
	negative: 'counts negative indices from the vertices of their own object',
	groupFirst: 'forgets a group that is named before the first vertex',
	groupRefused: 'refuses groups without a name or with several',
	smoothingRefused: 'refuses smoothing groups without a number',
	lineRefused: 'refuses lines of one point or with normals',
	materialUnnamed: 'keeps the material before "usemtl" without a name',
	lineEnds: 'knows no line ends of a carriage return alone',
	continued: 'does not continue lines at a backslash',
	fo: 'skips faces that are written "fo"',
};

/** What can be wrong with an OBJ text. */
export const OBJ_FINDINGS = defineFindings({
	OBJ_INVALID: {
		severity: 'fatal',
		meaning:
			'The file has the extension .obj, but is of another format, is not text, or is damaged: it has a zero byte, or a statement longer than any exporter writes. Nothing was read.',
		message: (d: { problem: string }): string => `Not OBJ text: ${d.problem}.`,
		help: 'Rename the file to its own extension, or export it as OBJ (plain ASCII or UTF-8 text). Binary .obj formats are not read.',
	},
	OBJ_NO_FACES: {
		severity: 'fatal',
		meaning: 'The file has points or lines but no faces, so there is nothing to walk on.',
		message: (d: { vertices: number; lines: number; points: number }): string => {
			const counts = [
				countOf(d.vertices, 'vertex', 'vertices'),
				...(d.lines === 0 ? [] : [countOf(d.lines, 'line', 'lines')]),
				...(d.points === 0 ? [] : [countOf(d.points, 'point', 'points')]),
			];
			return `The file has no faces (${counts.join(', ')}).`;
		},
		help: 'Export the mesh with its faces.',
	},
	OBJ_NOTHING: {
		severity: 'fatal',
		meaning: 'All faces are invalid or left out, so there is nothing to walk on.',
		message: (d: { faces: number }): string =>
			`Nothing in this file can become a walkmesh (it has ${countOf(d.faces, 'face', 'faces')}).`,
		help: 'See the findings above: the faces are invalid, or their objects are left out by name or pattern.',
	},
	OBJ_TEXT_TOO_LONG: {
		severity: 'fatal',
		meaning: 'The chosen parser holds the whole text at once and cannot hold this much.',
		message: (d: { longest: number }): string =>
			`The parser obj-file-parser takes at most ${d.longest} characters; this file has more.`,
		help: 'Without the second opinion, files of any size are read.',
		actions: () => [{ option: 'objParser', value: 'scanner' }],
	},
	OBJ_READ_TWICE: {
		severity: 'info',
		meaning: 'A second parser has read the file, as you asked. Only what the first one reads is converted.',
		message: (d: { vertices: number; faces: number; differences: number }): string =>
			`obj-file-parser reads ${countOf(d.vertices, 'vertex', 'vertices')} and ${countOf(d.faces, 'face')}${d.differences === 0 ? ', as wokflow does' : `: ${countOf(d.differences, 'difference')}`}.`,
		help: 'Nothing to do where both agree.',
	},
	OBJ_PARSERS_DIFFER: {
		severity: 'warning',
		meaning: 'Two parsers read a line differently, so other programs may, too. What wokflow reads is converted.',
		message: (d: { what: 'vertex' | 'face' | 'group' | 'material'; ours: string; theirs: string }): string =>
			`Parsers differ in a ${d.what}: wokflow reads ${d.ours}, obj-file-parser ${d.theirs}.`,
		help: 'Look at the line. If wokflow reads it wrongly, write it in another way.',
	},
	OBJ_PARSER_HABIT: {
		severity: 'info',
		meaning: 'The second parser is known to misread or skip such statements, so it gives no second opinion on them.',
		message: (d: { habit: ObjHabit; count: number; refusal?: string }): string =>
			`obj-file-parser ${HABITS[d.habit]}: ${countOf(d.count, 'statement')}${d.refusal === undefined ? '' : ` (it says: ${d.refusal})`}.`,
		help: 'Nothing to do: wokflow reads them.',
	},
	OBJ_NAME_TOO_LONG: {
		severity: 'error',
		meaning: 'A name is longer than any program writes; the file may be damaged.',
		message: (d: { keyword: string; length: number; limit: number }): string =>
			`The name after "${d.keyword}" has ${d.length} characters; names have at most ${d.limit}.`,
		help: 'Rename the object, group or material in the modelling program and export the file again.',
	},
	OBJ_VERTEX_INVALID: {
		severity: 'error',
		meaning:
			'A coordinate is missing, cannot be read, or does not fit into float32, which walkmeshes use. Faces with this vertex are missing, so the ground has a hole.',
		message: (d: { problem: string }): string => `Invalid vertex: ${d.problem}.`,
		help: 'Correct the line, or the scale: a vertex has 3 numbers with digits, a decimal point (not a comma) and an exponent such as e-3. NaN and infinity are not allowed.',
	},
	OBJ_DECIMAL_COMMA: {
		severity: 'warning',
		meaning:
			'The file has decimal commas, as exporters write them that follow the system language. They are read as decimal points; other programs misread them.',
		message: (d: { text: string; value: number; count: number }): string =>
			`${d.count === 1 ? 'A number has' : `${d.count} numbers have`} a comma for a decimal point; reading "${d.text}" as ${d.value}.`,
		help: 'Export again with decimal points, or replace the commas in lines that begin with "v".',
	},
	OBJ_NUMBER_ODD: {
		severity: 'warning',
		meaning: 'Programs read this number differently. The vertex may lie elsewhere than intended.',
		message: (d: { text: string; value: number }): string =>
			`"${d.text}" is malformed; reading ${d.value}, as other programs do.`,
		help: 'An exponent is written e+2, not +e2. Correct the number if an exponent is meant.',
	},
	OBJ_COLOUR_INVALID: {
		severity: 'warning',
		meaning:
			'The colour or weight of a vertex is not a number. Its position is used; a link painted in colours may be missing.',
		message: (d: { text: string; count: number }): string =>
			`"${d.text}" is not a number of a colour${d.count === 1 ? '' : `, nor are ${d.count - 1} more`}; such vertices are read without a colour.`,
		help: 'Colours matter only where they mark transitions to rooms. Export without vertex colours, or correct them.',
	},
	OBJ_VERTEX_TOO_LONG: {
		severity: 'warning',
		meaning: 'A vertex has more numbers than OBJ defines. Only the coordinates matter to a walkmesh.',
		message: (d: { numbers: number }): string => `A vertex has ${d.numbers} numbers; only the first 3 are used.`,
		help: 'A vertex has 3 coordinates, and a weight, or a colour with or without alpha.',
	},
	OBJ_WEIGHT_IGNORED: {
		severity: 'info',
		meaning: 'Vertices have weights, which affect only curves, not faces.',
		message: (d: { count: number }): string =>
			`Ignoring the weight of ${countOf(d.count, 'vertex', 'vertices')} (weights other than 1).`,
		help: 'Weights belong to rational curves and surfaces and do not move the corners of faces.',
	},
	OBJ_FACE_INVALID: {
		severity: 'error',
		meaning:
			'A face has fewer than three corners, or one of them cannot be read or refers to a vertex that does not exist. The face is missing, so the ground has a hole.',
		message: (d: { problem: string }): string => `Invalid face: ${d.problem}.`,
		help: 'The file was truncated or merged incorrectly, or its exporter is at fault: export it again. A corner is v, v/vt, v//vn or v/vt/vn, all whole numbers: positive ones count all vertices of the file from 1, negative ones back from this line.',
	},
	OBJ_FACE_TOO_LARGE: {
		severity: 'error',
		meaning:
			'A face has too many corners to triangulate in reasonable time, or so intricate an outline. It is missing in the ground.',
		message: (d: { corners: number; limit?: number }): string =>
			d.limit === undefined
				? `A face with ${d.corners} corners is not triangulated: it would take too long, with the large faces before it.`
				: `A face has ${d.corners} corners; faces with more than ${d.limit} corners are not triangulated.`,
		help: 'Triangulate the mesh before you export it.',
	},
	OBJ_FACE_IMPROPER: {
		severity: 'warning',
		meaning:
			'An outline that crosses itself or folds back has no clear inside. It was triangulated as other programs do, but the triangles may overlap, face different ways or leave a gap.',
		message: (d: { corners: number; problem: 'self-crossing' | 'folded' }): string =>
			`The outline of a walkable face with ${d.corners} corners ${d.problem === 'folded' ? 'folds back on itself, or bends so far that it has no front' : 'crosses itself'}; it was cut as well as possible.`,
		help: 'Put the corners in order, split the face, or triangulate the mesh before you export it.',
	},
	OBJ_WALL_IMPROPER: {
		severity: 'info',
		meaning:
			'The outline of a non-walkable face crosses itself or folds back. It was triangulated as well as possible, and stops characters where its triangles are.',
		message: (d: { corners: number }): string =>
			`The outline of a face with ${d.corners} corners that is not walkable crosses itself or folds back; it was cut as well as possible.`,
		help: 'Put the corners in order, or triangulate the mesh before you export it, if the wall matters.',
	},
	OBJ_FACE_WITHOUT_AREA: {
		severity: 'warning',
		meaning: 'All corners of the face lie on one line, so nobody can stand on it.',
		message: (d: { corners: number }): string => `A face has no area: its ${d.corners} corners lie on one line.`,
		help: 'Harmless, because degenerate faces are removed. To get rid of it, merge the vertices in the modelling program.',
	},
	OBJ_FACE_BENT: {
		severity: 'warning',
		explainedBy: {
			input: [...LYING, ...RESIZED],
		},
		meaning:
			'The corners of the face do not lie in one plane. Split along one diagonal it is a hump, along the other a dip, so the ground may differ from the model.',
		message: (d: { corners: number; height: number }): string =>
			`A walkable face with ${d.corners} corners is not flat: ${d.corners === 4 ? 'its diagonals are' : 'its corners lie'} ${Number(d.height.toPrecision(2))} m apart in height.`,
		help: 'Programs split such faces along different diagonals. Triangulate the mesh before you export it to choose one.',
	},
	OBJ_LINES_IGNORED: {
		severity: 'info',
		meaning: 'Lines and points cannot be walked on. They are used only as transition markers.',
		message: (d: { lines: number; points: number }): string => {
			const counts = [
				...(d.lines === 0 ? [] : [countOf(d.lines, 'line', 'lines')]),
				...(d.points === 0 ? [] : [countOf(d.points, 'point', 'points')]),
			];
			return `Ignoring ${counts.join(' and ')} outside of transition markers.`;
		},
		help: 'Lines mark a transition when their object is named transition_<room> or link_<room>.',
	},
	OBJ_MARKER_EMPTY: {
		severity: 'warning',
		meaning: 'The object is named like a transition marker, but the exporter dropped its edges, so it marks nothing.',
		message: (): string => 'This object is named as a transition marker but is empty.',
		help: 'Mark a transition with edges without faces (exported as l), or with a point. In Blender: tick Data > Mesh > Loose Edges on export.',
	},
	OBJ_HOOK_EMPTY: {
		severity: 'warning',
		meaning:
			'The object is named like a use hook, but has no vertex to give its position. Characters would use the object from its middle.',
		message: (): string => 'This object is named as a use hook but is empty.',
		help: 'Put a vertex or a small mesh at the position of the hook: empties are not exported to OBJ.',
	},
	OBJ_FREE_FORM_IGNORED: {
		severity: 'warning',
		meaning: 'Curves and surfaces are not faces, so they are missing in the ground.',
		message: (d: { count: number; keywords: string }): string =>
			`Ignoring ${countOf(d.count, 'statement', 'statements')} of free-form curves and surfaces: ${d.keywords}.`,
		help: 'Convert curves and surfaces to polygons before you export them.',
	},
	OBJ_CALL_IGNORED: {
		severity: 'warning',
		meaning: 'The file calls another file or program, which is never run. What it would add is missing.',
		message: (d: { keyword: string; count: number }): string =>
			`Ignoring ${countOf(d.count, 'statement', 'statements')} "${d.keyword}": other files and programs are not run.`,
		help: 'Copy the content of the other file into this one.',
	},
	OBJ_KEYWORD_UNKNOWN: {
		severity: 'warning',
		meaning: 'Statements with an unknown keyword were skipped. If they hold geometry, it is missing.',
		message: (d: { keyword?: string; count: number }): string => {
			const keyword = d.keyword === undefined ? 'other unknown keywords' : `the unknown keyword "${d.keyword}"`;
			return `Ignoring ${countOf(d.count, 'statement', 'statements')} with ${keyword}.`;
		},
		help: 'If they hold geometry, export the file in another way.',
	},
	OBJ_NAME_REPEATED: {
		severity: 'warning',
		meaning:
			'Separate meshes have the same name. OBJ tells objects apart only by name, so they became one object, or one room where objects are rooms.',
		message: (d: { name: string; count: number; first: number }): string =>
			`${d.count} objects are called "${d.name}", the first at line ${d.first}; they become one.`,
		help: 'Give each its own name before exporting. Ignore this if they belong together.',
	},
	OBJ_LIBRARY_UNREAD: {
		severity: 'info',
		meaning:
			'A material library cannot be read, lies outside the folder of the scene, where nothing is opened, or is one of too many. Surfaces come from material names, which are in the OBJ itself.',
		message: (d: { problem: string }): string => `${d.problem}.`,
		help: 'Nothing is lost: libraries hold colours, and surfaces come from material names. Put the library beside the file if its colours matter.',
	},
	OBJ_COLOUR_OF_SURFACE: {
		severity: 'info',
		meaning: 'The colour of the material is one that tools use for a surface. Only names decide surfaces.',
		message: (d: { material: string; surface: number; label: string }): string =>
			`Material "${d.material}" has the colour that tools use for ${d.label} (surface ${d.surface}).`,
		help: 'Colours do not set surfaces.',
		actions: ({ material, label }: { material: string; label: string }) => [
			{ option: 'surface', value: { [material]: label } },
		],
	},
});
