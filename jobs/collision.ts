import { type DoorOptions, makeDoor } from '../level/collision/door.ts';
import { COLLISION_FINDINGS } from '../level/collision/findings.ts';
import { type CollisionModel, type HullOptions, makeHull } from '../level/collision/hull.ts';
import { findExporter, writeGroups } from '../pipeline/export-files.ts';
import type { ReadOptions, WriteOptions } from '../pipeline/options.ts';
import { readSource } from '../pipeline/read.ts';
import type { Registry } from '../pipeline/registry.ts';
import { chooseState, outputStem, wantedBy } from '../pipeline/wanted.ts';
import { Report, UsageError } from '../src/findings/report.ts';
import {
	type InputSource,
	type LoadedWalkmesh,
	type OutputFile,
	pathOrName,
	type ReadContext,
} from '../src/formats/contracts.ts';
import { K1 } from '../src/model/surfaces.ts';
import { stateFileName, WALKMESH_EXTENSIONS, type Walkmesh, type WalkmeshKind } from '../src/model/walkmesh.ts';
import { isIgnoredName, nodeRole } from '../src/scene/roles.ts';
import type { Scene, ScenePart } from '../src/scene/scene.ts';

export interface CollisionSourceOptions {
	readonly read?: ReadOptions;
	readonly write?: WriteOptions;
}

/** The walkmesh files made from a model, not yet written. */
export interface Collision {
	/** Empty when the report holds an error. */
	readonly files: readonly OutputFile[];
	readonly walkmeshes: readonly Walkmesh[];
}

/**
 * Makes the walkmesh of a placeable from a visual model.
 * @throws InputError when the source cannot be read, UsageError for an output of no known format
 *
 * @example
 * const context = { report, surfaces: K1, mappings: [] };
 * const crate = await openFile('crate.glb', report);
 * const { files } = await hullFromSource(crate, 'crate.pwk', {}, context, createRegistry());
 * await writeOutputs(files, report);
 */
export async function hullFromSource(
	source: InputSource,
	output: string,
	options: CollisionSourceOptions & { readonly hull?: HullOptions },
	context: ReadContext,
	registry: Registry,
): Promise<Collision> {
	const model = await readModel(source, options.read ?? {}, context, registry);
	const report = context.report.within({ file: pathOrName(source) });
	const hull = model === undefined ? undefined : makeHull(model, options.hull ?? {}, report);
	return exportAll(hull === undefined ? [] : [hull], output, outputStem(output), options, context, registry);
}

/**
 * Makes the three walkmeshes of a door, one for each state, from a visual model. An output without a file extension gets `.dwk`.
 *
 * @throws InputError when the source cannot be read, UsageError for an output of no known format
 *
 * @example
 * const context = { report, surfaces: K1, mappings: [] };
 * const gate = await openFile('gate.glb', report);
 * const { files } = await doorFromSource(gate, 'gate.dwk', {}, context, createRegistry());
 * console.log(files.map(({ path }) => path)); // gate0.dwk, gate1.dwk, gate2.dwk
 */
export async function doorFromSource(
	source: InputSource,
	output: string,
	options: CollisionSourceOptions & { readonly door?: DoorOptions },
	context: ReadContext,
	registry: Registry,
): Promise<Collision> {
	const model = await readModel(source, options.read ?? {}, context, registry);
	const report = context.report.within({ file: pathOrName(source) });
	const states = model === undefined ? [] : makeDoor(model, options.door ?? {}, report);
	const path =
		/\.[^./\\]+$/.test(output) || options.write?.to !== undefined ? output : `${output}${WALKMESH_EXTENSIONS.door}`;
	const { doorState } = output === path ? wantedBy(path, options.write?.to) : {};
	const state = doorState === undefined || states.length === 0 ? undefined : chooseState(path, states, report);
	const wanted = state === undefined ? states : states.filter((each) => each.doorState === state);
	const name = state === undefined ? outputStem(path) : outputStem(path).slice(0, -1);
	return exportAll(wanted, path, name, options, context, registry);
}

/** Findings about surfaces, walkmesh nodes and the size of rooms, which do not apply to visual models and are suppressed. */
const BESIDE_THE_POINT: readonly string[] = [
	'NODES_TAKEN',
	'NODE_PATTERN_UNMATCHED',
	'SURFACE_MAPPING_UNUSED',
	'SURFACE_CONFLICT',
	'SURFACE_EXTRAS_UNKNOWN',
	'SURFACE_FOREIGN',
	'SURFACE_PLACEHOLDER',
	'SCENE_SIZE_SUSPICIOUS',
	'SCENE_UP_SUSPICIOUS',
	'PAINTED_ROOMS',
	'PAINT_UNREAD',
];

/**
 * Reads all triangles of a source, whatever its materials are called. Nodes whose names say walkmesh or ignore are left out, unless `node`
 * patterns ask for them. A walkmesh file can serve as the model, too.
 */
async function readModel(
	source: InputSource,
	options: ReadOptions,
	context: ReadContext,
	registry: Registry,
): Promise<CollisionModel | undefined> {
	const isAsked = options.node !== undefined && options.node.length > 0;
	const ignore = isAsked ? BESIDE_THE_POINT.filter((code) => !code.startsWith('NODE')) : BESIDE_THE_POINT;
	const reading = new Report({ ignore });
	// `*` does not match an empty name, so nodes without a name need the empty pattern.
	const node = isAsked ? options.node : ['*', ''];
	const anySurface = { pattern: '*', surface: 0 };
	try {
		const loaded = await readSource(
			source,
			{ ...options, node },
			{ ...context, report: reading, surfaces: K1, mappings: [anySurface], wants: 'model' },
			registry,
		);
		if (loaded.kind === 'walkmeshes') return modelOfWalkmeshes(source.name, loaded.walkmeshes);
		return modelOfScene(loaded.scene, isAsked, context.report.within({ file: pathOrName(source) }));
	} finally {
		for (const finding of reading.findings) context.report.push(finding);
	}
}

function modelOfScene(scene: Scene, isAsked: boolean, report: Report): CollisionModel | undefined {
	if (isAsked) return joinParts(scene.name, scene.parts);
	const above = (part: ScenePart, test: (name: string) => boolean): boolean => {
		for (let at = part.node; at >= 0; at = scene.nodes[at].parent) if (test(scene.nodes[at].name)) return true;
		return test(part.name);
	};
	const shown = scene.parts.filter((part) => !above(part, isIgnoredName));
	const visual = shown.filter((part) => !above(part, isWalkmeshName));
	// A scene with walkmesh nodes only still has the shape of its object. An open door is the closed one moved, so only the closed state is used.
	const closed = shown.filter(({ doorState = 'closed' }) => doorState === 'closed');
	const taken = visual.length > 0 ? visual : closed;
	const left = scene.parts.filter((part) => !taken.includes(part));
	const triangles = left.reduce((sum, part) => sum + part.triangles.length / 3, 0);
	if (taken.length === 0) {
		report.add(COLLISION_FINDINGS.COLLISION_NO_GEOMETRY, {}, { left: triangles });
		return undefined;
	}
	const names = [...new Set(left.map(({ name }) => name))].slice(0, 8).join(', ');
	if (triangles > 0) report.add(COLLISION_FINDINGS.COLLISION_LEFT_OUT, {}, { triangles, names });
	if (visual.length === 0) report.add(COLLISION_FINDINGS.COLLISION_OF_WALKMESH, {}, {});
	return joinParts(scene.name, taken);
}

function isWalkmeshName(name: string): boolean {
	const role = nodeRole(name)?.role;
	return role === 'geometry' || role === 'hook' || role === 'marker';
}

function modelOfWalkmeshes(name: string, walkmeshes: readonly LoadedWalkmesh[]): CollisionModel {
	const parts = walkmeshes.map(({ walkmesh: { kind, positions, faces, position } }) => ({
		// Rooms are in area space already; the vertices of objects are stored relative to their position.
		positions: kind === 'area' ? positions : Float64Array.from(positions, (value, i) => value + position[i % 3]),
		triangles: faces,
	}));
	return joinParts(name, parts);
}

function joinParts(
	name: string,
	parts: readonly { readonly positions: ArrayLike<number>; readonly triangles: ArrayLike<number> }[],
): CollisionModel {
	const positions = new Float64Array(parts.reduce((sum, part) => sum + part.positions.length, 0));
	const triangles = new Uint32Array(parts.reduce((sum, part) => sum + part.triangles.length, 0));
	let vertexAt = 0;
	let cornerAt = 0;
	for (const part of parts) {
		positions.set(part.positions, vertexAt);
		for (let i = 0; i < part.triangles.length; i++) triangles[cornerAt + i] = part.triangles[i] + vertexAt / 3;
		vertexAt += part.positions.length;
		cornerAt += part.triangles.length;
	}
	return { name, positions, triangles };
}

const OWNERS: Readonly<Record<WalkmeshKind, string>> = { area: 'a room', placeable: 'a placeable', door: 'a door' };

async function exportAll(
	walkmeshes: readonly Walkmesh[],
	output: string,
	name: string,
	options: CollisionSourceOptions,
	{ report, surfaces }: ReadContext,
	registry: Registry,
): Promise<Collision> {
	const exporter = findExporter(output, registry, options.write?.to);
	const { kind: ofOutput } = wantedBy(output, options.write?.to);
	const made = walkmeshes[0]?.kind;
	if (ofOutput !== undefined && made !== undefined && ofOutput !== made) {
		throw new UsageError(
			`"${output}" would be the walkmesh of ${OWNERS[ofOutput]}, and this is one of ${OWNERS[made]}. Name the output ${output.replace(/\.[^./\\]*$/, '')}${WALKMESH_EXTENSIONS[made]}.`,
		);
	}
	if (report.failed || walkmeshes.length === 0) return { files: [], walkmeshes };
	const loaded = walkmeshes.map((walkmesh): LoadedWalkmesh => ({ walkmesh: { ...walkmesh, name } }));
	const several = exporter.holds === 'walkmesh' && loaded.length > 1;
	const pathOf = ({ walkmesh }: LoadedWalkmesh): string =>
		several && walkmesh.doorState !== undefined ? stateFileName(output, walkmesh.doorState) : output;
	const files = await writeGroups(loaded, exporter, options.write ?? {}, pathOf, {
		report,
		surfaces,
		checks: registry.checks,
	});
	return { files: report.failed ? [] : files, walkmeshes: loaded.map(({ walkmesh }) => walkmesh) };
}
