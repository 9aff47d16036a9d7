/**
 * An importer for ASCII PLY files, the whole of it: wokflow asks its registry for everything else. A face may have the surface as a
 * property (`property uchar surface`); the option `plySurface` is for those that have none.
 */

const PLY_FINDINGS = {
	PLY_BROKEN: {
		code: 'PLY_BROKEN',
		severity: 'fatal',
		message: ({ why }) => `The PLY file cannot be read: ${why}.`,
		help: 'Export it again, as ASCII PLY with vertices and faces.',
	},
};

const METRES = { m: 1, cm: 0.01, mm: 0.001, in: 0.0254, ft: 0.3048 };

const plyImporter = {
	name: 'ply',
	summary: 'Stanford PLY scene, ASCII',
	extensions: ['.ply'],
	gives: 'scene',
	findings: PLY_FINDINGS,
	// Options with the names of others are declared as those are; their own can be anything.
	options: {
		up: { type: 'choice', default: 'z', choices: ['x', 'y', 'z'], text: 'Axis that points up in the input.' },
		unit: {
			type: 'choice',
			default: 'm',
			choices: ['m', 'cm', 'mm', 'in', 'ft'],
			text: 'Length of one unit of the input.',
		},
		plySurface: { type: 'text', default: 'Stone', text: 'Surface of PLY faces without one.', placeholder: 'surface' },
	},
	sniff: (head) => new TextDecoder('latin1').decode(head.subarray(0, 4)).startsWith('ply'),

	async read(source, { up = 'z', unit = 'm', plySurface = 'Stone' }, { report, surfaces: table }) {
		const fail = (why) => report.fail(PLY_FINDINGS.PLY_BROKEN, {}, { why });
		const lines = new TextDecoder('latin1').decode(await source.bytes()).split(/\r?\n/);
		const elements = headerOf(lines, fail);
		const vertices = rowsOf(lines, elements, 'vertex', fail);
		const faces = rowsOf(lines, elements, 'face', fail);

		const axes = ['x', 'y', 'z'].map((name) => vertices.properties.indexOf(name));
		if (axes.includes(-1)) fail('its vertices have no x, y and z');
		const positions = new Float64Array(vertices.rows.length * 3);
		for (const [vertex, row] of vertices.rows.entries()) {
			const [x, y, z] = axes.map((at) => Number(row[at]) * METRES[unit]);
			if (![x, y, z].every(Number.isFinite)) fail(`vertex ${vertex} is not three numbers`);
			positions.set({ x: [-y, -z, x], y: [x, -z, y], z: [x, y, z] }[up], vertex * 3);
		}

		const unsaid = table.surfaces.findIndex(({ label }) => label.toLowerCase() === plySurface.toLowerCase());
		if (unsaid < 0) fail(`"${plySurface}" is not a surface`);
		const hasSurface = faces.properties.includes('surface');
		const triangles = [];
		const surfaces = [];
		for (const [face, row] of faces.rows.entries()) {
			const numbers = row.map(Number);
			const count = numbers[0];
			const corners = numbers.slice(1, 1 + count);
			if (corners.length < 3 || corners.some((corner) => !(corner >= 0 && corner < vertices.rows.length)))
				fail(`face ${face} has no three corners`);
			// A fan: PLY polygons are convex by convention.
			for (let i = 2; i < count; i++) {
				triangles.push(corners[0], corners[i - 1], corners[i]);
				surfaces.push(hasSurface ? numbers[1 + count] : unsaid);
			}
		}

		const { name } = source;
		return {
			kind: 'scene',
			scene: {
				name,
				nodes: [{ name, parent: -1, origin: [0, 0, 0] }],
				parts: [
					{
						node: 0,
						name,
						kind: 'area',
						positions,
						triangles: Uint32Array.from(triangles),
						surfaces: Uint32Array.from(surfaces),
					},
				],
				markers: [],
				hooks: [],
				takenWhole: true,
			},
		};
	},
};

/** Which elements there are, in the order of their rows, and where the rows begin. */
function headerOf(lines, fail) {
	const elements = [];
	if (lines[1]?.trim() !== 'format ascii 1.0') fail('it is not ASCII');
	for (const [at, line] of lines.entries()) {
		const words = line.trim().split(/\s+/);
		if (words[0] === 'end_header') return { elements, first: at + 1 };
		if (words[0] === 'element') elements.push({ name: words[1], count: Number(words[2]), properties: [] });
		if (words[0] === 'property') elements.at(-1)?.properties.push(words.at(-1));
	}
	return fail('its header has no end');
}

/** The rows of one element. */
function rowsOf(lines, { elements, first }, wanted, fail) {
	let at = first;
	for (const { name, count, properties } of elements) {
		if (!(count >= 0 && at + count <= lines.length)) fail(`it has fewer rows than it says`);
		if (name === wanted)
			return { properties, rows: lines.slice(at, at + count).map((line) => line.trim().split(/\s+/)) };
		at += count;
	}
	return fail(`it has no element "${wanted}"`);
}

export const importers = [plyImporter];
