import type { ConvertTarget } from '../../pipeline/config.ts';
import { BUILD_FINDINGS } from '../../pipeline/findings.ts';
import type { Report } from '../../src/findings/report.ts';
import type { Layout } from '../../src/level/level.ts';
import { capturing, settle, tell } from '../capture.ts';
import { convertOnce } from '../convert-once.ts';
import { depfile } from '../depfile.ts';
import { finishMesh } from '../gather.ts';
import { type InputRecord, TrackedInputs } from '../inputs.ts';
import { walkmeshOf } from '../join.ts';
import { loadConfig } from '../load-config.ts';
import { prepareFile, prepareModelled } from '../prepare.ts';
import { packModelled, packPrepared, unpackJoinedMesh, unpackModelled, unpackPrepared } from '../records.ts';
import { splitLevel } from '../split.ts';
import { type Plan, planTarget, surfacesOf } from '../targets.ts';
import type { LevelJson } from './level-json.ts';
import {
	inStepFolder,
	jsonFile,
	objectStem,
	packFile,
	readPack,
	roomStem,
	STEP_FILES,
	writeChanged,
} from './step-files.ts';
import { levelPlan, readStepPlan, stepOptionFiles } from './step-plan.ts';

/**
 * The steps of a level as commands of their own: each reads files, writes files, and depends on nothing else, so that a build system can
 * run it anywhere. The paths are relative to the folder of the config, in which they run.
 */

interface LayoutRoomJson {
	readonly index: number;
	readonly layout: Layout;
}

/** Splits a scene or layout into a file for each room. Files whose content stays are not touched. */
export async function stepSplit(
	config: string,
	target: string,
	folder: string,
	deps: string,
	report: Report,
): Promise<void> {
	const loaded = await loadConfig(config);
	const plan = levelPlan(loaded, target);
	const inputs = new TrackedInputs(loaded.base);
	const surfaces = await surfacesOf(plan.target, inputs, report);
	const outcome = await capturing((own) => splitLevel(plan, inputs, surfaces.table, own));
	const level = settle(outcome, report);
	if (report.failed) return;
	const { kind, name, layout, markers } = level;
	const rooms = layout.rooms.map((_, index) => roomStem(layout, index));
	const objects = level.objects.map((_, index) => objectStem(index));
	const at = (file: string): string => inStepFolder(folder, file);
	const plain = markers.map(({ positions: _, ...rest }) => rest);
	const json: LevelJson = {
		kind,
		name,
		layout,
		file: plan.target.level,
		rooms,
		objects,
		markers: plain,
		captured: outcome.captured,
	};
	// Of other rooms only the names matter, and only to markers: a room that moves does not concern them.
	const ownLayout = (index: number): Layout => ({
		...layout,
		rooms: layout.rooms.map((room, i) => (i === index ? room : { ...room, position: [0, 0, 0] })),
		tracks: [],
		obstacles: [],
		doorHooks: [],
	});
	await writeChanged([
		...stepOptionFiles(plan, surfaces.table, config, folder),
		packFile(at(STEP_FILES.level), { json, arrays: markers.map(({ positions }) => positions) }),
		...rooms.map((stem, index) =>
			packFile(
				at(STEP_FILES.room(stem)),
				kind === 'scene'
					? packModelled({ mesh: level.rooms[index], markers })
					: { json: { index, layout: ownLayout(index) } satisfies LayoutRoomJson, arrays: [] },
			),
		),
		...objects.map((stem, index) =>
			packFile(at(STEP_FILES.room(stem)), packModelled({ mesh: level.objects[index], markers: [] })),
		),
	]);
	await writeDeps(deps, at(STEP_FILES.level), await inputs.records());
}

/** Reads and cleans one room. */
export async function stepPrepare(
	options: string,
	room: string,
	output: string,
	deps: string,
	report: Report,
): Promise<void> {
	const { plan, surfaces } = await readStepPlan(options);
	const packed = await readPack(room);
	let inputs: readonly InputRecord[] = [];
	const outcome = await capturing(async (own) => {
		if (packed.arrays.length > 0) {
			const { mesh, markers } = unpackModelled(packed);
			return prepareModelled(plan, mesh, markers, surfaces.table, own);
		}
		const { index, layout } = packed.json as LayoutRoomJson;
		const prepared = await prepareFile(plan, index, layout, surfaces.table, own);
		inputs = prepared.inputs;
		return prepared;
	});
	const value = settle(outcome, report);
	if (report.failed) return;
	// Where it was read from is for the depfile; the room does not depend on it.
	await writeChanged([packFile(output, packPrepared({ value: { ...value, inputs: [] }, captured: outcome.captured }))]);
	await writeDeps(deps, output, inputs);
}

/** Makes the walkmesh file of one room or object. @param prepared the prepared room; undefined for objects */
export async function stepFinish(
	options: string,
	linked: string,
	prepared: string | undefined,
	output: string,
	found: string,
	report: Report,
): Promise<void> {
	const { plan, surfaces } = await readStepPlan(options);
	const mesh = unpackJoinedMesh(await readPack(linked));
	const before = prepared === undefined ? undefined : unpackPrepared(await readPack(prepared)).value.walkmesh;
	const walkmesh = walkmeshOf(mesh, before);
	if (walkmesh === undefined) {
		report.add(BUILD_FINDINGS.BUILD_ROOM_WITHOUT_GROUND, { room: mesh.name }, {});
		return;
	}
	const { bytes, captured: own } = finishMesh(plan, walkmesh, surfaces.table);
	tell(own, report);
	if (!report.failed) await writeChanged([{ path: output, bytes }, jsonFile(found, own)]);
}

/** Runs a conversion. */
export async function stepConvert(config: string, target: string, deps: string, report: Report): Promise<void> {
	const loaded = await loadConfig(config);
	const plan = planTarget(loaded, target) as Plan<ConvertTarget>;
	const inputs = new TrackedInputs(loaded.base);
	const surfaces = await surfacesOf(plan.target, inputs, report);
	const { files, inputs: read } = await convertOnce(plan, inputs, surfaces.table, report);
	if (report.failed) return;
	await writeChanged(files.map(({ path, bytes }) => ({ path, bytes })));
	await writeDeps(deps, files[0].path, read);
}

async function writeDeps(path: string, output: string, inputs: readonly InputRecord[]): Promise<void> {
	const base = process.cwd();
	// What was looked for and is not there cannot be depended on.
	const there = inputs.filter(({ hash }) => hash !== null).map((input) => input.path);
	await writeChanged([{ path, bytes: new TextEncoder().encode(depfile([output], there, base, base)) }]);
}
