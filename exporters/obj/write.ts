import { defineFindings, Report } from '../../src/findings/report.ts';
import { edgeEnd } from '../../src/geometry/half-edges.ts';
import { inModelSpace } from '../../src/geometry/transform.ts';
import { distanceBetween, type Vec3 } from '../../src/math/vec3.ts';
import { linearToSrgbByte } from '../../src/model/surface-tables.ts';
import { type SurfaceTable, surfaceColour, surfaceMaterialName } from '../../src/model/surfaces.ts';
import { locationOf, transitionEdges, type Walkmesh, withFiniteHeader } from '../../src/model/walkmesh.ts';
import { hookNames, walkmeshNodeName } from '../../src/scene/inspection.ts';
import { hasHooks, nodeRole } from '../../src/scene/roles.ts';
import { ByteText } from '../../src/text/byte-text.ts';
import { onOneLine } from '../../src/text/quote.ts';

interface ObjWriteOptions {
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
 * @param report gets hooks that will not be read back
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

/** A use hook as an object of the file. */
interface ObjHook {
	readonly name: string;
	readonly at: Vec3;
}

/** A walkmesh and how it is written. */
interface ShownWalkmesh {
	readonly own: Walkmesh;
	/** In model space: vertices and relative hooks with the position added. */
	readonly shown: Walkmesh;
}

/** An absolute hook is the sum that readers make where it lies at most this far from it; metres. */
const SAME_POINT = 1e-4;

/**
 * The use hooks of the walkmeshes of a file, for each a list. They are named after their models, because a file may hold several; a hook at 0 0 0 was
 * never set. Hooks that will not be read back as those of their walkmesh are reported.
 */
function objHooks(walkmeshes: readonly ShownWalkmesh[], report: Report): ObjHook[][] {
	const taken = new Set<string>();
	return walkmeshes.map((walkmesh) => {
		const { own, shown } = walkmesh;
		const lost = (why: 'absolute' | 'name' | 'faces' | 'room', slots?: string): void => {
			const data = { why, ...(slots === undefined ? {} : { slots }) };
			report.add(OBJ_WRITE_FINDINGS.OBJ_HOOKS_LOST, locationOf(own), data);
		};
		if (own.kind === 'area') {
			if (hasHooks(own.hooks)) lost('room');
			return [];
		}
		const slots = lostAbsolutes(walkmesh);
		if (slots.length > 0) lost('absolute', slots.join(', '));
		const hooks = setHooks(walkmesh);
		if (hooks.length === 0) return [];
		const owner = ownerOf(shown, hooks, walkmeshes);
		if (owner === undefined || taken.has(owner)) {
			lost('name');
			return [];
		}
		taken.add(owner);
		if (own.surfaces.length === 0) lost('faces');
		return hooks;
	});
}

/** The hooks that are set: also the second one of an open door, which the game's files do not have. */
function setHooks({ own, shown }: ShownWalkmesh): ObjHook[] {
	const [{ name: first }, second] = hookNames(own);
	const slots = [
		{ name: first, before: own.hooks.relative1, at: shown.hooks.relative1 },
		{ name: second?.name ?? first.replace(/1$/, '2'), before: own.hooks.relative2, at: shown.hooks.relative2 },
	];
	const model = own.name === '' ? 'walkmesh' : own.name;
	return slots.filter(({ before }) => !isZero(before)).map(({ name, at }) => ({ name: `${model}_${name}`, at }));
}

/** The slots of absolute hooks that are neither zero nor what readers make: relative hook plus position for doors, zero for placeables. */
function lostAbsolutes({ own, shown }: ShownWalkmesh): number[] {
	const isKept = (slot: 1 | 2): boolean => {
		const absolute = own.hooks[`absolute${slot}`];
		const relative = `relative${slot}` as const;
		const sum = isZero(own.hooks[relative]) ? own.position : shown.hooks[relative];
		return isZero(absolute) || (own.kind === 'door' && distanceBetween(absolute, sum) <= SAME_POINT);
	};
	return ([1, 2] as const).filter((slot) => !isKept(slot));
}

/** The object that a reader finds by the names of hooks; undefined unless that is the walkmesh itself. */
function ownerOf(mesh: Walkmesh, hooks: readonly ObjHook[], walkmeshes: readonly ShownWalkmesh[]): string | undefined {
	const [own, ...others] = [walkmeshNodeName(mesh), ...hooks.map(({ name }) => name)].map(modelNamed);
	if (own === undefined || others.some((model) => model !== own)) return undefined;
	const stateOf = ({ kind, doorState = 'closed' }: Walkmesh): string => `${kind} ${doorState}`;
	// Hooks that name no model go to every object of their kind and state.
	const isAlike = ({ shown }: ShownWalkmesh): boolean => shown !== mesh && stateOf(shown) === stateOf(mesh);
	return own === '' && walkmeshes.some(isAlike) ? undefined : `${stateOf(mesh)} ${own}`;
}

/** The model that readers find in the name of a node; empty where it names none, undefined where it means nothing to them. */
function modelNamed(node: string): string | undefined {
	const role = nodeRole(asciiName(node));
	return role === undefined || role.role === 'marker' ? undefined : (role.model ?? '').toLowerCase();
}

/** A name as it stands in the file: on one line, with `?` for what is not ASCII. */
function asciiName(name: string): string {
	return onOneLine(name).replace(/[^\0-\x7f]/g, '?');
}

function isZero(v: Vec3): boolean {
	return v.every((value) => value === 0);
}

/** What a walkmesh has that an OBJ cannot hold. */
export const OBJ_WRITE_FINDINGS = defineFindings({
	OBJ_HOOKS_LOST: {
		severity: 'warning',
		meaning:
			'Use hooks are the points from which characters use a placeable or door. An OBJ holds a point for each, found by the name of its object. Other hooks are missing in a walkmesh made from the OBJ.',
		message: (d: {
			/** `absolute`: absolute hooks that do not follow from the relative ones; the others: what the walkmesh or its name is. */
			why: 'absolute' | 'name' | 'faces' | 'room';
			/** The slots of absolute hooks: `1`, `2` or `1, 2`. */
			slots?: string;
		}): string => {
			if (d.why === 'absolute') return `Lost absolute hooks (${d.slots}): an OBJ has one point for each use hook.`;
			if (d.why === 'room') return 'Lost the use hooks: an OBJ has none for rooms.';
			if (d.why === 'faces')
				return 'The use hooks are written as points that belong to no object: the walkmesh has no faces, and an object is read from its faces.';
			return 'Lost the use hooks: the name does not say which object of the file they belong to.';
		},
		help: 'Inspection files (.glb) keep all hooks. In an OBJ, give the object faces and its own name.',
	},
	OBJ_PLACEMENTS_LOST: {
		severity: 'warning',
		meaning:
			'An OBJ has no nodes with positions, so doors and placeables are written around the origin. Their positions in the level are lost.',
		message: (d: { count: number; names: string }): string =>
			`Lost ${d.count === 1 ? '1 placement' : `${d.count} placements`} of ${d.names}: an OBJ has objects about the origin of their model.`,
		help: 'Inspection files (.glb) show each door and placeable where it stands.',
	},
});
