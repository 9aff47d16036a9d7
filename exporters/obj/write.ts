import { Report } from '../../src/findings/report.ts';
import { edgeEnd } from '../../src/geometry/half-edges.ts';
import { inModelSpace } from '../../src/geometry/transform.ts';
import { linearToSrgbByte } from '../../src/model/colours.ts';
import { type SurfaceTable, surfaceColour, surfaceMaterialName } from '../../src/model/surfaces.ts';
import { locationOf, transitionEdges, type Walkmesh, withFiniteHeader } from '../../src/model/walkmesh.ts';
import { walkmeshNodeName } from '../../src/scene/inspection.ts';
import { ByteText } from '../../src/text/byte-text.ts';
import { onOneLine } from '../../src/text/quote.ts';
import { type ObjHook, objHooks } from './hooks.ts';

export interface ObjWriteOptions {
	/** Axis that points up in the file. OBJ readers expect y. */
	readonly up?: 'y' | 'z';
	/** Name of the material library to refer to. */
	readonly materialLibrary?: string;
	/** Names of rooms by LYT index, for naming transitions. */
	readonly roomNames?: readonly string[];
}

const OBJ_WRITE_DEFAULTS: Required<Pick<ObjWriteOptions, 'up'>> = { up: 'y' };

/**
 * Writes walkmeshes as OBJ: an object for each, a material for each run of one surface, transitions as lines that are read back
 * as markers. Coordinates are the shortest decimals that read back as the same float32. Faces keep their order.
 *
 * An OBJ has no header, so a placeable or door is written where its model has it: `position` is added to vertices and hooks. A hook is an object with a
 * point, which readers find by its name.
 *
 * @param report is told of hooks that will not be read back
 * @returns bytes of ASCII text
 */
export function writeObj(
	meshes: readonly Walkmesh[],
	table: SurfaceTable,
	options: ObjWriteOptions = {},
	report: Report = new Report(),
): Uint8Array {
	const { up, materialLibrary, roomNames = [] } = { ...OBJ_WRITE_DEFAULTS, ...options };
	const text = new ByteText();
	text.text('# wokflow: KotOR walkmesh, metres\n');
	if (materialLibrary !== undefined) text.text(`mtllib ${onOneLine(materialLibrary)}\n`);
	const walkmeshes = meshes.map((mesh) => {
		const own = withFiniteHeader(mesh);
		return { own, shown: inModelSpace(own, report.within(locationOf(own))) };
	});
	const hooks = objHooks(walkmeshes, report);
	let firstVertex = 1;
	for (const [index, { shown: mesh }] of walkmeshes.entries()) {
		text.text(`o ${onOneLine(walkmeshNodeName(mesh))}\n`);
		writeVertices(text, mesh.positions, up);
		writeFaces(text, mesh, table, firstVertex);
		writeTransitions(text, mesh, roomNames, firstVertex);
		firstVertex += mesh.positions.length / 3;
		for (const hook of hooks[index]) writeHook(text, hook, up, firstVertex++);
	}
	return text.finish();
}

function writeVertices(text: ByteText, positions: ArrayLike<number>, up: 'y' | 'z'): void {
	for (let i = 0; i < positions.length; i += 3) {
		const y = positions[i + 1];
		const z = positions[i + 2];
		text.text('v ').float32(positions[i]).text(' ');
		text.float32(up === 'y' ? z : y).text(' ');
		text.float32(up === 'y' ? -y + 0 : z).text('\n');
	}
}

function writeFaces(text: ByteText, mesh: Walkmesh, table: SurfaceTable, firstVertex: number): void {
	let surface = -1;
	for (let face = 0; face < mesh.surfaces.length; face++) {
		if (mesh.surfaces[face] !== surface) {
			surface = mesh.surfaces[face];
			text.text(`usemtl ${surfaceMaterialName(table, surface)}\n`);
		}
		text.text('f');
		for (let corner = 0; corner < 3; corner++) text.text(' ').integer(mesh.faces[face * 3 + corner] + firstVertex);
		text.text('\n');
	}
}

function writeTransitions(text: ByteText, mesh: Walkmesh, roomNames: readonly string[], firstVertex: number): void {
	for (const [room, edges] of transitionEdges(mesh)) {
		text.text(`o transition_${onOneLine(roomNames[room] ?? String(room))}\n`);
		for (const edge of edges) {
			text.text('l ').integer(mesh.faces[edge] + firstVertex);
			text
				.text(' ')
				.integer(mesh.faces[edgeEnd(edge)] + firstVertex)
				.text('\n');
		}
	}
}

function writeHook(text: ByteText, { name, at }: ObjHook, up: 'y' | 'z', vertex: number): void {
	text.text(`o ${onOneLine(name)}\n`);
	writeVertices(text, at, up);
	text.text('p ').integer(vertex).text('\n');
}

/** Writes the material library of an OBJ: the colour of each surface that occurs, sRGB as viewers expect it. */
export function writeMtl(meshes: readonly Walkmesh[], table: SurfaceTable): Uint8Array {
	const surfaces = new Set<number>();
	for (const mesh of meshes) for (const surface of mesh.surfaces) surfaces.add(surface);
	const lines: string[] = [];
	for (const surface of [...surfaces].sort((a, b) => a - b)) {
		const colour = table.surfaces[surface]?.colour ?? surfaceColour(surface);
		const srgb = colour.map((linear) => (linearToSrgbByte(linear) / 255).toFixed(4));
		lines.push(
			`newmtl ${surfaceMaterialName(table, surface)}`,
			`Kd ${srgb.join(' ')}`,
			'Ka 0 0 0',
			'Ks 0 0 0',
			'd 1',
			'illum 1',
			'',
		);
	}
	return new TextEncoder().encode(`${lines.join('\n')}\n`);
}
