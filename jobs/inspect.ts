import { type TreeFacts, treeFacts, type WalkmeshFacts, walkmeshFacts } from '../check/inspect/facts.ts';
import { IDENTIFY_FINDINGS, type Identification, identifyBwm } from '../check/inspect/identify.ts';
import { MESH_CHECKS, type MeshCheck, runMeshChecks } from '../check/mesh.ts';
import { checkObject, checkTablesOf } from '../check/tables/tables.ts';
import { fileIdentity } from '../importers/bwm/decode.ts';
import type { ReadOptions } from '../pipeline/options.ts';
import { findImporter, readSource } from '../pipeline/read.ts';
import { type Recipe, resolveRecipe } from '../pipeline/recipe.ts';
import type { Registry } from '../pipeline/registry.ts';
import type { Stage } from '../pipeline/stages/stage.ts';
import { toWalkmeshes } from '../pipeline/wanted.ts';
import { walkmeshFromBwm } from '../src/bwm/derive.ts';
import { factsContext, LastFacts, RoomFacts } from '../src/facts/room-facts.ts';
import { type InputSource, type Loaded, pathOrName, type ReadContext, treeOfFile } from '../src/formats/contracts.ts';
import { locationOf, type Walkmesh } from '../src/model/walkmesh.ts';

/** The facts about one walkmesh of a file. */
export interface Inspection {
	readonly file: string;
	readonly facts: WalkmeshFacts;
	/** Facts about the AABB tree of the file; undefined for a file without one. */
	readonly tree?: TreeFacts;
}

/** The checks whose findings a stage reports itself. They are not run again on its result. */
const CHECKED_BY: Readonly<Record<string, readonly MeshCheck[]>> = {
	weld: ['unwelded', 'near-misses'],
	'drop-degenerate': ['degenerate'],
	'drop-duplicate': ['duplicates'],
	'drop-unused': ['unused'],
	orient: ['orientation'],
	'find-tjunctions': ['t-junctions'],
	'fix-tjunctions': ['t-junctions'],
};

/** The checks of a walkmesh that no stage has made already. @param kind of what was read */
export function checksAfter(kind: Loaded['kind'], stages: readonly Stage[]): MeshCheck[] {
	const told = new Set(stages.flatMap(({ name }) => CHECKED_BY[name] ?? []));
	// How far out a scene lies is reported before its coordinates are rounded.
	if (kind === 'scene') told.add('distance');
	return MESH_CHECKS.filter((check) => !told.has(check));
}

/**
 * Gathers facts about every walkmesh of a source and reports its faults. A scene goes through the recipe first.
 * @param onWalkmesh called with the facts and the walkmesh, for each
 * @throws InputError when the source cannot be read; UsageError for unknown stages and options of stages
 *
 * @example
 * const context = { report, surfaces: K1, mappings: [] };
 * const source = await openFile('level.glb', report);
 * const [{ facts }] = await inspect(source, {}, convertRecipe(), context, createRegistry());
 * console.log(facts.faces, 'faces,', facts.walkableArea, 'm²');
 */
export async function inspect(
	source: InputSource,
	options: ReadOptions,
	recipe: Recipe,
	context: ReadContext,
	registry: Registry,
	onWalkmesh: (inspection: Inspection, walkmesh: Walkmesh) => void = () => {},
): Promise<Inspection[]> {
	const file = pathOrName(source);
	const report = context.report.within({ file });
	const loaded = await readSource(source, options, context, registry);
	// A walkmesh file is inspected as it is; only a scene goes through stages.
	const stages = loaded.kind === 'scene' ? resolveRecipe(recipe, registry) : [];
	const last = new LastFacts();
	const walkmeshes = await toWalkmeshes(loaded, {}, stages, {
		...context,
		report,
		facts: last,
		checks: registry.checks,
	});
	const checks = checksAfter(loaded.kind, stages);
	return walkmeshes.map((each) => {
		const facts = last.of(each.walkmesh, context.surfaces);
		// Findings get the same room name as those of the stages, so that a cause found there and its effect found here are shown together.
		const own = loaded.kind === 'scene' ? report.within(locationOf(each.walkmesh)) : report;
		runMeshChecks(factsContext(facts, own), {}, checks);
		if (each.file !== undefined) {
			checkTablesOf(each.file, facts, report);
			checkObject(each.file, facts, report);
		}
		const tree = treeOfFile(each);
		const inspection = {
			file,
			facts: walkmeshFacts(each.walkmesh, context.surfaces, facts),
			...(tree === undefined ? {} : { tree: treeFacts(tree, each.walkmesh) }),
		};
		onWalkmesh(inspection, each.walkmesh);
		return inspection;
	});
}

/** Which tool wrote an ASCII walkmesh. */
export interface TextIdentification {
	readonly format: 'ascii';
	readonly walkmeshes: readonly {
		readonly name: string;
		/** The dialect of the text; `engine` is the plain form, which several tools write. */
		readonly dialect: string;
	}[];
}

/** Which tool wrote a binary walkmesh. */
export interface BinaryIdentification extends Identification {
	readonly format: 'bwm';
}

export type SourceIdentification = { readonly file: string } & (TextIdentification | BinaryIdentification);

/**
 * Names the tool that wrote a walkmesh, and reports the faults it left. A scene does not show its tool, which is reported.
 * @throws InputError when the source cannot be read
 *
 * @example
 * const context = { report, surfaces: K1, mappings: [] };
 * const found = await identifySource(await openFile('room.wok', report), {}, context, createRegistry());
 * console.log(found);
 */
export async function identifySource(
	source: InputSource,
	options: Pick<ReadOptions, 'from'>,
	context: ReadContext,
	registry: Registry,
): Promise<SourceIdentification | undefined> {
	const file = pathOrName(source);
	const report = context.report.within({ file });
	const importer = findImporter(source, registry, report, options.from);
	if (importer.name === 'bwm') {
		const { decodeBwm } = await import('../importers/bwm/decode.ts');
		const tables = decodeBwm(await source.bytes(), report);
		const identification = identifyBwm(tables);
		const walkmesh = walkmeshFromBwm(tables, fileIdentity(source.fileName), report);
		const facts = new RoomFacts(walkmesh, context.surfaces);
		checkTablesOf(tables, facts, report);
		checkObject(tables, facts, report);
		return { file, format: 'bwm', ...identification };
	}
	if (importer.name === 'ascii') {
		const { readAscii } = await import('../importers/ascii/read.ts');
		const read = readAscii(await source.bytes(), {}, { report, surfaces: context.surfaces, name: source.name });
		return {
			file,
			format: 'ascii',
			walkmeshes: read.map(({ walkmesh, dialect }) => ({ name: walkmesh.name, dialect })),
		};
	}
	report.add(IDENTIFY_FINDINGS.IDENTIFY_SCENE, {}, {});
	return undefined;
}
