// An importer for binary STL, Z up and in metres: wokflow convert floor.stl floor.wok --plugin ./stl.mjs
const stl = {
	name: 'stl',
	summary: 'STL scene, binary',
	extensions: ['.stl'],
	gives: 'scene',
	options: { stlSurface: { type: 'text', default: 'Stone', text: 'Surface of STL faces.', placeholder: 'surface' } },
	async read(source, { stlSurface = 'Stone' }, { surfaces: table }) {
		const bytes = await source.bytes();
		const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		const count = view.getUint32(80, true);
		// Of a triangle: 3 numbers of its normal, 9 of its corners, 2 bytes.
		const positions = Float64Array.from({ length: count * 9 }, (_, i) =>
			view.getFloat32(84 + Math.floor(i / 9) * 50 + 12 + (i % 9) * 4, true),
		);
		const surface = table.surfaces.findIndex(({ label }) => label.toLowerCase() === stlSurface.toLowerCase());
		const triangles = Uint32Array.from({ length: count * 3 }, (_, i) => i);
		const { name } = source;
		const part = { node: 0, name, kind: 'area', positions, triangles, surfaces: new Uint32Array(count).fill(surface) };
		const nodes = [{ name, parent: -1, origin: [0, 0, 0] }];
		return { kind: 'scene', scene: { name, nodes, parts: [part], markers: [], hooks: [], takenWhole: true } };
	},
};

export const importers = [stl];
