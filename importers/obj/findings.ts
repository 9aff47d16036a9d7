import { defineFindings } from '../../src/findings/report.ts';

function counted(count: number, one: string, many: string): string {
	return `${count} ${count === 1 ? one : many}`;
}

/** What an OBJ text can be told about. */
export const OBJ_FINDINGS = defineFindings({
	OBJ_FOREIGN: {
		severity: 'fatal',
		message: (d: { format: string }): string => `This is ${d.format}, not OBJ text.`,
		help: 'Give the file its right ending, or export it as OBJ (plain ASCII or UTF-8 text).',
	},
	OBJ_BINARY: {
		severity: 'fatal',
		message: (): string => 'There is a zero byte: this is not OBJ text, or it is damaged.',
		help: 'Export the file again as OBJ text; binary model formats that call themselves .obj are not read.',
	},
	OBJ_STATEMENT_TOO_LONG: {
		severity: 'fatal',
		message: (d: { limit: number }): string => `A statement is longer than ${d.limit / 1024 / 1024} MiB.`,
		help: 'No exporter writes such lines; the file is damaged, or no OBJ text.',
	},
	OBJ_NO_FACES: {
		severity: 'fatal',
		message: (d: { vertices: number; lines: number; points: number }): string =>
			`There are no faces in this file (${counted(d.vertices, 'vertex', 'vertices')}, ${counted(d.lines, 'line', 'lines')}, ${counted(d.points, 'point', 'points')}).`,
		help: 'Export the mesh with its faces; a cloud of points or an outline is no walkmesh.',
	},
	OBJ_NOTHING: {
		severity: 'fatal',
		message: (d: { faces: number }): string =>
			`Nothing of this file can become walkmesh (it has ${counted(d.faces, 'face', 'faces')}).`,
		help: 'See the findings before this one: the faces were refused, or their objects left out by name or pattern.',
	},
	OBJ_TEXT_TOO_LONG: {
		severity: 'fatal',
		message: (d: { longest: number }): string =>
			`The parser obj-file-parser takes a text of at most ${d.longest} characters, and this one would have more.`,
		help: 'Use the default parser, the scanner: it takes files of any size.',
	},
	OBJ_NAME_TOO_LONG: {
		severity: 'error',
		message: (d: { keyword: string; length: number; limit: number }): string =>
			`The name after "${d.keyword}" has ${d.length} characters; names have at most ${d.limit}.`,
		help: 'Rename the object, group or material in the modelling program and export the file again.',
	},
	OBJ_NUMBER_INVALID: {
		severity: 'error',
		message: (d: { text: string }): string => `"${d.text}" is no coordinate.`,
		help: 'Mend the number in this line: digits, a point (not a comma), an exponent such as e-3. NaN and infinity are none.',
	},
	OBJ_NUMBER_TOO_LARGE: {
		severity: 'error',
		message: (d: { text: string }): string => `The coordinate ${d.text} is larger than a walkmesh can hold.`,
		help: 'Mend the number in this line, or the scale.',
	},
	OBJ_NUMBER_ODD: {
		severity: 'warning',
		message: (d: { text: string; value: number }): string =>
			`"${d.text}" is written oddly and was read as ${d.value}, as other programs do.`,
		help: 'An exponent is written e+2, not +e2. Mend the number if it was meant.',
	},
	OBJ_VERTEX_INCOMPLETE: {
		severity: 'error',
		message: (d: { numbers: number }): string =>
			`A vertex has ${d.numbers === 0 ? 'none' : d.numbers} of its 3 coordinates.`,
		help: 'Mend this line; faces that use the vertex are left out.',
	},
	OBJ_VERTEX_TOO_LONG: {
		severity: 'warning',
		message: (d: { numbers: number }): string => `A vertex has ${d.numbers} numbers; only the first 3 were read.`,
		help: 'A vertex has 3 coordinates, and a weight, or a colour with or without alpha.',
	},
	OBJ_WEIGHT_IGNORED: {
		severity: 'info',
		message: (d: { count: number }): string =>
			`${counted(d.count, 'vertex has', 'vertices have')} a weight other than 1, which was not used.`,
		help: 'Weights belong to rational curves and surfaces; corners of faces lie at x y z whatever their weight.',
	},
	OBJ_INDEX_ZERO: {
		severity: 'error',
		message: (): string => 'A corner names vertex 0, and vertices count from 1.',
		help: 'Mend the exporter: its indices are one too small, or negative ones reached 0.',
	},
	OBJ_INDEX_INVALID: {
		severity: 'error',
		message: (d: { text: string }): string => `"${d.text}" is no corner.`,
		help: 'A corner is v, v/vt, v//vn or v/vt/vn, whole numbers all.',
	},
	OBJ_INDEX_OUT_OF_RANGE: {
		severity: 'error',
		message: (d: { index: number; vertices: number }): string =>
			d.index < 0
				? `A corner names vertex ${d.index}, and only ${d.vertices} vertices came before.`
				: `A corner names vertex ${d.index} of a file with ${d.vertices} vertices.`,
		help: 'The file is cut off or was put together wrongly. Positive numbers count all vertices of the file, negative ones back from this line.',
	},
	OBJ_FACE_TOO_SMALL: {
		severity: 'error',
		message: (d: { corners: number }): string =>
			`A face has ${d.corners === 0 ? 'no corners' : counted(d.corners, 'corner', 'corners')}.`,
		help: 'The line is cut off, or means a line (l) or a point (p).',
	},
	OBJ_FACE_TOO_LARGE: {
		severity: 'error',
		message: (d: { corners: number; limit: number; several?: boolean }): string =>
			d.several === true
				? `A face has ${d.corners} corners. The file has too many faces with more than ${d.limit} corners to triangulate them all.`
				: `A face has ${d.corners} corners. Faces with more than ${d.limit} corners are not triangulated.`,
		help: 'Triangulate the mesh before it is exported.',
	},
	OBJ_FACE_CROSSES_ITSELF: {
		severity: 'error',
		message: (d: { corners: number }): string => `The outline of a face with ${d.corners} corners crosses itself.`,
		help: 'Put the corners in order, or triangulate the mesh before it is exported. The face is left out.',
	},
	OBJ_FACE_FOLDED: {
		severity: 'error',
		message: (d: { corners: number }): string =>
			`The outline of a face with ${d.corners} corners runs back over itself, or bends so far that it has no front.`,
		help: 'Take the face apart, or triangulate the mesh before it is exported. The face is left out.',
	},
	OBJ_FACE_WITHOUT_AREA: {
		severity: 'warning',
		message: (d: { corners: number }): string => `The ${d.corners} corners of a face lie on one line.`,
		help: 'Harmless where degenerate faces are removed; merge vertices in the modelling program to be rid of them.',
	},
	OBJ_FACE_BENT: {
		severity: 'warning',
		message: (d: { corners: number; distance: number }): string =>
			`A face with ${d.corners} corners is bent: they lie ${Number(d.distance.toPrecision(2))} m off one plane.`,
		help: 'Programs cut such faces along different diagonals. Triangulate the mesh before it is exported to decide which.',
	},
	OBJ_LINES_IGNORED: {
		severity: 'info',
		message: (d: { lines: number; points: number }): string =>
			`Lines and points were left out (${counted(d.lines, 'line', 'lines')}, ${counted(d.points, 'point', 'points')}).`,
		help: 'Lines that mark a transition belong to an object named transition_<room> or link_<room>.',
	},
	OBJ_MARKER_EMPTY: {
		severity: 'warning',
		message: (): string => 'This object is named as the marker of a transition, but holds nothing that has a place.',
		help: 'Mark a transition by edges without faces along it (exported as l), or by a point.',
	},
	OBJ_HOOK_EMPTY: {
		severity: 'warning',
		message: (): string => 'This object is named as a use hook, but holds nothing that has a place.',
		help: 'Give it a vertex or a small mesh at the place of the hook: empties are not exported to OBJ.',
	},
	OBJ_FREE_FORM_IGNORED: {
		severity: 'warning',
		message: (d: { count: number; keywords: string }): string =>
			`${counted(d.count, 'statement', 'statements')} of free-form curves and surfaces left out: ${d.keywords}.`,
		help: 'Convert curves and surfaces to polygons before they are exported.',
	},
	OBJ_CALL_IGNORED: {
		severity: 'warning',
		message: (d: { keyword: string; count: number }): string =>
			`${counted(d.count, 'statement', 'statements')} "${d.keyword}" would run other files or programs, and did not.`,
		help: 'Put what the other file holds into this one.',
	},
	OBJ_KEYWORD_UNKNOWN: {
		severity: 'warning',
		message: (d: { keyword?: string; count: number }): string =>
			`${counted(d.count, 'statement begins', 'statements begin')} with ${
				d.keyword === undefined ? 'further unknown words' : `the unknown word "${d.keyword}"`
			}.`,
		help: 'The statements were left out. If they hold geometry, export the file in another way.',
	},
	OBJ_LIBRARY_UNREAD: {
		severity: 'info',
		message: (d: { file: string }): string => `The material library "${d.file}" could not be read.`,
		help: 'Nothing is lost: libraries hold colours, and surfaces come from the names of materials.',
	},
	OBJ_LIBRARY_OUTSIDE: {
		severity: 'info',
		message: (d: { file: string }): string =>
			`The material library "${d.file}" lies outside the folder of the file and was not opened.`,
		help: 'Put the library beside the file if its colours matter; surfaces come from the names of materials.',
	},
	OBJ_LIBRARIES_TOO_MANY: {
		severity: 'info',
		message: (d: { limit: number }): string =>
			`More than ${d.limit} material libraries are named; this line and those after it were not read.`,
		help: 'Nothing is lost: libraries hold colours, and surfaces come from the names of materials.',
	},
	OBJ_COLOUR_OF_SURFACE: {
		severity: 'info',
		message: (d: { material: string; surface: number; label: string }): string =>
			`Material "${d.material}" has the colour that tools show ${d.label} in (surface ${d.surface}).`,
		help: 'A colour decides nothing. If it is meant, map the material: --surface "NAME=SURFACE".',
	},
});
