import { writeLyt } from '../exporters/lyt/write.ts';
import { writeVis } from '../exporters/vis/write.ts';
import type { LevelTarget } from '../pipeline/config.ts';
import {
	inspectionGlb,
	levelReport,
	objectFileName,
	planSvg,
	roomFileName,
	walkmeshBytes,
} from '../pipeline/level-files.ts';
import { LEVEL_FILE_OPTIONS } from '../pipeline/options.ts';
import { Report } from '../src/findings/report.ts';
import type { Level, Room } from '../src/level/level.ts';
import { visibilitySkeleton } from '../src/level/visibility.ts';
import { given, withDefaults } from '../src/options/options.ts';
import { jsonText } from '../src/text/quote.ts';
import type { SurfaceTable } from '../src/walkmesh/surfaces.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import { type Captured, captured, NOTHING_FOUND, tell } from './capture.ts';
import type { BuildContext, MadeOutput } from './context.ts';
import { hashBytes, hashValue } from './encoding.ts';
import { type JoinedLevel, type JoinedMesh, walkmeshOf } from './join.ts';
import type { OutputRecord, TargetRecord } from './manifest.ts';
import { allSettledInOrder } from './rooms.ts';
import { isCaptured } from './shapes.ts';
import { outputPath, type Plan, type Surfaces } from './targets.ts';

interface PreparedMeshes {
	readonly rooms: readonly (Walkmesh | undefined)[];
	readonly objects: readonly (Walkmesh | undefined)[];
}

/** All outputs of a level; bytes only of those that are not there yet as they should be. */
export async function finishLevel(
	plan: Plan<LevelTarget>,
	joined: JoinedLevel,
	prepared: PreparedMeshes,
	surfaces: Surfaces,
	previous: TargetRecord | undefined,
	context: BuildContext,
	report: Report,
): Promise<{ outputs: MadeOutput[]; key: string }> {
	const kept = new Kept(previous, context);
	await kept.load();
	const foundIn = new Map<string, Captured>();
	const meshes = new Meshes(joined, prepared);
	const jobs = [...joined.rooms, ...joined.objects].filter(({ hash }) => hash !== undefined);
	let done = 0;
	const finish = async (mesh: JoinedMesh): Promise<MadeOutput> => {
		const path = walkmeshPath(plan.target, mesh);
		const key = finishKey(plan, mesh.hash as string, surfaces.key, context.version);
		const room = mesh.patch?.head.kind === 'area' ? { room: mesh.name } : {};
		const old = await kept.output(path, key);
		if (old !== undefined) {
			foundIn.set(key, kept.found(key));
			return { record: old };
		}
		const outcome = await context.runner.run({
			step: 'finish',
			target: plan.name,
			surfaces: surfaces.table,
			mesh: meshes.of(mesh) as Walkmesh,
		});
		context.signal?.throwIfAborted();
		context.onStep?.('finish', ++done, jobs.length);
		if ('failure' in outcome) throw new Error(outcome.failure.message);
		foundIn.set(key, outcome.captured);
		return made(path, key, outcome.value, room);
	};
	const walkmeshes = await allSettledInOrder(jobs.map(finish));
	for (const { record } of walkmeshes) tell(foundIn.get(record.key) ?? NOTHING_FOUND, report);
	const whole = new WholeFiles(joined, async () => meshes.level(), surfaces, report, context.version);
	const outputs: MadeOutput[] = [...walkmeshes];
	for (const { file, path } of wholeFiles(plan.target, joined.name)) {
		context.signal?.throwIfAborted();
		const key = whole.keyOf(file);
		const old = await kept.output(path, key);
		if (old !== undefined) {
			foundIn.set(key, kept.found(key));
			outputs.push({ record: old });
		} else {
			context.onStep?.(file, 0, 1);
			const { bytes, captured } = await whole.make(file);
			foundIn.set(key, captured);
			outputs.push(made(path, key, bytes, {}));
		}
		tell(foundIn.get(key) ?? NOTHING_FOUND, report);
	}
	return { outputs: lastOfPath(outputs), key: await keepFound(foundIn, context) };
}

function made(path: string, key: string, bytes: Uint8Array, room: { room?: string }): MadeOutput {
	return { record: { path, hash: hashBytes(bytes), bytes: bytes.length, key, ...room }, bytes };
}

/** A room that stands twice in a layout has one file; the last one stays, as it does when all are written in order. */
function lastOfPath(outputs: readonly MadeOutput[]): MadeOutput[] {
	return [...new Map(outputs.map((output) => [output.record.path, output])).values()];
}

async function keepFound(foundIn: ReadonlyMap<string, Captured>, { cache }: BuildContext): Promise<string> {
	const some = [...foundIn].filter(([, { findings }]) => findings.length > 0).sort(([a], [b]) => (a < b ? -1 : 1));
	const found = new Map(some);
	const key = hashValue({ step: 'found', found: some });
	await cache.put('found', key, found);
	return key;
}

/** What the last build left that can stay. */
class Kept {
	readonly #outputs: ReadonlyMap<string, OutputRecord>;
	readonly #previous: TargetRecord | undefined;
	readonly #context: BuildContext;
	#found: ReadonlyMap<string, Captured> | undefined;

	constructor(previous: TargetRecord | undefined, context: BuildContext) {
		this.#previous = previous;
		this.#context = context;
		this.#outputs = new Map(previous?.outputs.map((output) => [output.path, output]));
	}

	async load(): Promise<void> {
		const key = this.#previous?.finished;
		if (key === undefined || this.#context.force) return;
		this.#found = await this.#context.cache.get('found', key, isFound);
	}

	/** The output of the last build if it was made with this key, and still lies there as it was written. */
	async output(path: string, key: string): Promise<OutputRecord | undefined> {
		const old = this.#outputs.get(path);
		if (this.#found === undefined || old === undefined || old.key !== key) return undefined;
		return (await this.#context.hashes.of(path)) === old.hash ? old : undefined;
	}

	found(key: string): Captured {
		return this.#found?.get(key) ?? NOTHING_FOUND;
	}
}

function isFound(value: unknown): value is Map<string, Captured> {
	return value instanceof Map && [...value.values()].every(isCaptured);
}

/** Joined walkmeshes, each put together once. */
class Meshes {
	readonly #joined: JoinedLevel;
	readonly #prepared: PreparedMeshes;
	readonly #made = new Map<JoinedMesh, Walkmesh | undefined>();

	constructor(joined: JoinedLevel, prepared: PreparedMeshes) {
		this.#joined = joined;
		this.#prepared = prepared;
	}

	of(mesh: JoinedMesh): Walkmesh | undefined {
		if (this.#made.has(mesh)) return this.#made.get(mesh);
		const before = this.#joined.rooms.includes(mesh) ? this.#prepared.rooms : this.#prepared.objects;
		const walkmesh = walkmeshOf(mesh, before[mesh.from]);
		this.#made.set(mesh, walkmesh);
		return walkmesh;
	}

	level(): Level {
		const { name, layout, rooms, objects } = this.#joined;
		return {
			name,
			layout,
			rooms: rooms.map((room): Room => {
				const walkmesh = this.of(room);
				return walkmesh === undefined ? { name: room.name } : { name: room.name, walkmesh };
			}),
			objects: objects.map((object) => this.of(object)).filter((mesh) => mesh !== undefined),
		};
	}
}

/** The files that say something of the whole level, in the order they are made. */
type WholeFile = 'lyt' | 'vis' | 'glb' | 'plan' | 'report';

const WHOLE_FILES: readonly WholeFile[] = ['lyt', 'vis', 'glb', 'plan', 'report'];

const ENDINGS: Readonly<Record<WholeFile, string>> = {
	lyt: 'lyt',
	vis: 'vis',
	glb: 'glb',
	plan: 'svg',
	report: 'report.json',
};

/** Which of them a target wants, and where. */
export function wholeFiles(target: LevelTarget, name: string): { file: WholeFile; path: string }[] {
	const wanted = withDefaults(LEVEL_FILE_OPTIONS, given(LEVEL_FILE_OPTIONS, target));
	const { out } = target;
	return WHOLE_FILES.filter((file) => wanted[file]).map((file) => ({
		file,
		path: outputPath(out, `${name}.${ENDINGS[file]}`),
	}));
}

/** The path of a room's or object's walkmesh. */
function walkmeshPath({ out }: LevelTarget, mesh: JoinedMesh): string {
	const head = mesh.patch?.head;
	const isRoom = head === undefined || head.kind === 'area';
	return outputPath(out, isRoom ? roomFileName(mesh.name) : objectFileName(head as Walkmesh));
}

/** The walkmesh file of a room or object. */
export function finishMesh(
	{ target }: Plan<LevelTarget>,
	mesh: Walkmesh,
	surfaces: SurfaceTable,
	report: Report,
): Uint8Array {
	return walkmeshBytes(mesh, target, { report, surfaces });
}

/** Hash of everything that a finished walkmesh depends on. */
function finishKey({ target }: Plan<LevelTarget>, hash: string, surfaces: string, version: string): string {
	return hashValue({ step: 'finish', version, hash, surfaces, tree: target.tree ?? null });
}

/** Makes the files of a whole level one after another: the plan shows what was found before it, the report holds everything. */
export class WholeFiles {
	readonly #level: () => Promise<Level>;
	readonly #joined: JoinedLevel;
	readonly #surfaces: SurfaceTable;
	readonly #surfacesKey: string;
	readonly #report: Report;
	readonly #version: string;

	/**
	 * @param level asked for only when a file is made that shows the ground
	 * @param report holds what the steps before found
	 */
	constructor(joined: JoinedLevel, level: () => Promise<Level>, surfaces: Surfaces, report: Report, version: string) {
		this.#joined = joined;
		this.#level = level;
		this.#surfaces = surfaces.table;
		this.#surfacesKey = surfaces.key;
		this.#report = report;
		this.#version = version;
	}

	/** Hash of everything that the file depends on. */
	keyOf(file: WholeFile): string {
		const { name, layout, visibility, links, rooms, objects } = this.#joined;
		const base = { step: file, version: this.#version };
		if (file === 'lyt') return hashValue({ ...base, layout });
		if (file === 'vis') return hashValue({ ...base, layout, links, visibility: visibility ?? null });
		const meshes = [rooms, objects].map((list) => list.map((mesh) => [mesh.name, mesh.hash ?? null]));
		const shown = { ...base, meshes, names: layout.rooms.map(({ model }) => model), surfaces: this.#surfacesKey };
		if (file === 'glb') return hashValue(shown);
		return hashValue({ ...shown, name, found: captured(this.#report) });
	}

	/** The bytes of a file and what making it found, which is not yet told to the report. */
	async make(file: WholeFile): Promise<{ bytes: Uint8Array; captured: Captured }> {
		const { layout, links, visibility } = this.#joined;
		const report = new Report();
		let made: string | Uint8Array;
		if (file === 'lyt') made = writeLyt(layout);
		else if (file === 'vis') made = writeVis(visibility ?? visibilitySkeleton(layout, links));
		else if (file === 'glb') made = await inspectionGlb(await this.#level(), { surfaces: this.#surfaces, report });
		else {
			const level = await this.#level();
			const before = new Report();
			tell(captured(this.#report), before);
			const context = { surfaces: this.#surfaces, report: before };
			made = file === 'plan' ? await planSvg(level, context) : `${jsonText(levelReport(level, context), '\t')}\n`;
		}
		return { bytes: typeof made === 'string' ? new TextEncoder().encode(made) : made, captured: captured(report) };
	}
}
