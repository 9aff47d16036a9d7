import type { LevelTarget } from '../pipeline/config.ts';
import type { Report } from '../src/findings/report.ts';
import type { Level, Room } from '../src/level/level.ts';
import type { SurfaceTable } from '../src/walkmesh/surfaces.ts';
import type { Walkmesh } from '../src/walkmesh/walkmesh.ts';
import { type Captured, NOTHING_FOUND, tell } from './capture.ts';
import type { BuildContext, MadeOutput } from './context.ts';
import { finishKey, WholeFiles, walkmeshPath, wholeFiles } from './gather.ts';
import { hashBytes, hashValue } from './hash.ts';
import { type JoinedLevel, type JoinedMesh, walkmeshOf } from './join.ts';
import type { OutputRecord, TargetRecord } from './manifest.ts';
import { allSettledInOrder } from './prepare-rooms.ts';
import type { Plan } from './targets.ts';

interface PreparedMeshes {
	readonly rooms: readonly (Walkmesh | undefined)[];
	readonly objects: readonly (Walkmesh | undefined)[];
}

/** All outputs of a level; bytes only of those that are not there yet as they should be. */
export async function finishLevel(
	plan: Plan<LevelTarget>,
	joined: JoinedLevel,
	prepared: PreparedMeshes,
	surfaces: { table: SurfaceTable; key: string },
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
		return made(path, key, outcome.value.bytes, room);
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
	const json = Object.fromEntries(some);
	const key = hashValue({ step: 'found', json });
	await cache.put(key, { json, arrays: [] });
	return key;
}

/** What the last build left that can stay. */
class Kept {
	readonly #outputs: ReadonlyMap<string, OutputRecord>;
	readonly #previous: TargetRecord | undefined;
	readonly #context: BuildContext;
	#found: Readonly<Record<string, Captured>> | undefined;

	constructor(previous: TargetRecord | undefined, context: BuildContext) {
		this.#previous = previous;
		this.#context = context;
		this.#outputs = new Map(previous?.outputs.map((output) => [output.path, output]));
	}

	async load(): Promise<void> {
		const key = this.#previous?.finished;
		if (key === undefined || this.#context.force) return;
		this.#found = (await this.#context.cache.get(key))?.json as Record<string, Captured> | undefined;
	}

	/** The output of the last build if it was made with this key, and still lies there as it was written. */
	async output(path: string, key: string): Promise<OutputRecord | undefined> {
		const old = this.#outputs.get(path);
		if (this.#found === undefined || old === undefined || old.key !== key) return undefined;
		return (await this.#context.hashes.of(path)) === old.hash ? old : undefined;
	}

	found(key: string): Captured {
		return this.#found?.[key] ?? NOTHING_FOUND;
	}
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
