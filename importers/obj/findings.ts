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

const COLOURS_ONLY = 'Nothing is lost: libraries hold colours, and surfaces come from material names.';

/** What can be wrong with an OBJ text. */
export const OBJ_FINDINGS = defineFindings({
	OBJ_FOREIGN: {
		severity: 'fatal',
		meaning: 'The file has the extension .obj, but is of another format. Nothing was read.',
		message: (d: { format: string }): string => `This is ${d.format}, not OBJ text.`,
		help: 'Rename the file to its own extension, or export it as OBJ (plain ASCII or UTF-8 text).',
	},
	OBJ_BINARY: {
		severity: 'fatal',
		meaning: 'The file is not text, so it is damaged or of another format.',
		message: (): string => 'The file contains a zero byte: it is binary or damaged, not OBJ text.',
		help: 'Export it again as OBJ text. Binary .obj formats are not read.',
	},
	OBJ_STATEMENT_TOO_LONG: {
		severity: 'fatal',
		meaning: 'One statement is longer than any exporter writes. Files made to exhaust memory look like this.',
		message: (d: { limit: number }): string => `A statement is longer than ${d.limit / 1024 / 1024} MiB.`,
		help: 'No exporter writes such lines: the file is damaged or is not OBJ text.',
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
	OBJ_NUMBER_INVALID: {
		severity: 'error',
		meaning: 'A coordinate cannot be read, so the faces with this vertex are missing and the ground has a hole.',
		message: (d: { text: string }): string => `"${d.text}" is not a coordinate.`,
		help: 'Correct the number: digits, a decimal point (not a comma), an exponent such as e-3. NaN and infinity are not allowed.',
	},
	OBJ_DECIMAL_COMMA: {
		severity: 'warning',
		meaning:
			'The file has decimal commas, as exporters write them that follow the system language. They are read as decimal points; other programs misread them.',
		message: (d: { text: string; value: number; count: number }): string =>
			`${d.count === 1 ? 'A number has' : `${d.count} numbers have`} a comma for a decimal point; reading "${d.text}" as ${d.value}.`,
		help: 'Export again with decimal points, or replace the commas in lines that begin with "v".',
	},
	OBJ_NUMBER_TOO_LARGE: {
		severity: 'error',
		meaning: 'The coordinate does not fit into float32, which walkmeshes use. Faces with it are missing.',
		message: (d: { text: string }): string => `The coordinate ${d.text} is larger than a walkmesh can hold.`,
		help: 'Correct the number, or the scale.',
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
	OBJ_VERTEX_INCOMPLETE: {
		severity: 'error',
		meaning: 'A vertex lacks a coordinate, so faces with it are missing and the ground has a hole.',
		message: (d: { numbers: number }): string =>
			`A vertex has ${d.numbers === 0 ? 'none' : d.numbers} of its 3 coordinates.`,
		help: 'Correct this line. Faces that use the vertex are left out.',
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
	OBJ_INDEX_ZERO: {
		severity: 'error',
		meaning:
			'A face refers to vertex 0, which does not exist. The face is missing, and all other indices in the file may be one too small.',
		message: (): string => 'A corner refers to vertex 0; vertices count from 1.',
		help: 'The exporter is at fault: its indices are one too small, or a negative index became 0.',
	},
	OBJ_INDEX_INVALID: {
		severity: 'error',
		meaning: 'A corner of a face cannot be read, so the face is missing and the ground has a hole.',
		message: (d: { text: string }): string => `"${d.text}" is not a corner.`,
		help: 'A corner is v, v/vt, v//vn or v/vt/vn, all whole numbers.',
	},
	OBJ_INDEX_OUT_OF_RANGE: {
		severity: 'error',
		meaning: 'A face refers to a vertex that does not exist, so the face is missing and the ground has a hole.',
		message: (d: { index: number; vertices: number }): string =>
			d.index < 0
				? `A corner refers to vertex ${d.index}, but only ${d.vertices} vertices precede it.`
				: `A corner refers to vertex ${d.index}; the file has ${d.vertices} vertices.`,
		help: 'The file is truncated or was merged incorrectly. Positive indices count all vertices of the file, negative ones back from this line.',
	},
	OBJ_FACE_TOO_SMALL: {
		severity: 'error',
		meaning: 'A face with fewer than three corners has no area, and nobody can stand on it.',
		message: (d: { corners: number }): string =>
			`A face has ${d.corners === 0 ? 'no corners' : countOf(d.corners, 'corner', 'corners')}; it needs 3.`,
		help: 'The line is truncated, or should be a line (l) or a point (p).',
	},
	OBJ_FACE_TOO_LARGE: {
		severity: 'error',
		meaning: 'A face has too many corners to triangulate in reasonable time. It is missing in the ground.',
		message: (d: { corners: number; limit: number }): string =>
			`A face has ${d.corners} corners; faces with more than ${d.limit} corners are not triangulated.`,
		help: 'Triangulate the mesh before you export it.',
	},
	OBJ_FACE_TOO_INTRICATE: {
		severity: 'error',
		meaning: 'Triangulating this outline would take minutes. The face is missing in the ground.',
		message: (d: { corners: number }): string =>
			`A face with ${d.corners} corners is not triangulated: it would take too long, with the large faces before it.`,
		help: 'Triangulate the mesh before you export it.',
	},
	OBJ_FACE_CROSSES_ITSELF: {
		severity: 'warning',
		meaning:
			'An outline that crosses itself has no clear inside. It was triangulated as other programs do, but the triangles may overlap, face different ways or leave a gap.',
		message: (d: { corners: number }): string =>
			`The outline of a walkable face with ${d.corners} corners crosses itself; it was cut as well as possible.`,
		help: 'Put the corners in order, or triangulate the mesh before you export it.',
	},
	OBJ_FACE_FOLDED: {
		severity: 'warning',
		meaning:
			'The outline folds over itself. It was triangulated anyway, but the triangles may overlap, face different ways or leave a gap.',
		message: (d: { corners: number }): string =>
			`The outline of a walkable face with ${d.corners} corners folds back on itself, or bends so far that it has no front; it was cut as well as possible.`,
		help: 'Split the face, or triangulate the mesh before you export it.',
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
		meaning: 'The material library cannot be read. Surfaces come from material names, which are in the OBJ itself.',
		message: (d: { file: string }): string => `Cannot read the material library "${d.file}".`,
		help: COLOURS_ONLY,
	},
	OBJ_LIBRARY_OUTSIDE: {
		severity: 'info',
		meaning:
			'The material library lies outside the folder of the scene, where nothing is opened. Surfaces do not need it.',
		message: (d: { file: string }): string =>
			`Not opening the material library "${d.file}": it is outside the folder of the file.`,
		help: 'Put the library beside the file if its colours matter. Surfaces come from material names.',
	},
	OBJ_LIBRARIES_TOO_MANY: {
		severity: 'info',
		meaning: 'No scene needs so many material libraries, so the rest were not opened. Surfaces do not need them.',
		message: (d: { limit: number }): string =>
			`More than ${d.limit} material libraries are named; ignoring those from this line on.`,
		help: COLOURS_ONLY,
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
