import { withoutCopies } from '../../pipeline/level.ts';
import { InputError, Report } from '../../src/findings/report.ts';
import type { Level } from '../../src/level/level.ts';
import type { Walkmesh } from '../../src/walkmesh/walkmesh.ts';
import { type Captured, captured, capturing, tell } from '../capture.ts';
import { WholeFiles, wholeFiles } from '../gather.ts';
import { type JoinedMesh, joinLevel, walkmeshOf } from '../join.ts';
import { patchOf } from '../patch.ts';
import { packJoined, packJoinedMesh, unpackJoined, unpackPrepared } from '../records.ts';
import { type RoomMarker, reportUnmatched } from '../split.ts';
import { packageVersion } from '../version.ts';
import type { LevelJson } from './level-json.ts';
import {
	inStepFolder,
	objectStem,
	packFile,
	readJson,
	readPack,
	STEP_FILES,
	stepFolder,
	writeChanged,
} from './step-files.ts';
import { readStepPlan } from './step-plan.ts';

/** The two steps that see the whole level; `room-steps.ts` has the others. */

/** Links all rooms: what becomes of each is a file of its own, which stays as it is where nothing changes for the room. */
export async function stepLink(options: string, report: Report): Promise<void> {
	const folder = stepFolder(options);
	const at = (file: string): string => inStepFolder(folder, file);
	const { plan, surfaces } = await readStepPlan(options);
	const { json, arrays } = await readPack(at(STEP_FILES.level));
	const level = json as LevelJson;
	const markers = level.markers.map((marker, i): RoomMarker => ({ ...marker, positions: arrays[i] as Float64Array }));
	const before = await capturing(async (own) => {
		tell(level.captured, own);
		const matched = new Set<number>();
		const read = async (stem: string): Promise<Walkmesh | undefined> => {
			const prepared = unpackPrepared(await readPack(at(STEP_FILES.prepared(stem))));
			tell(prepared.captured, own);
			for (const index of prepared.value.matched) matched.add(index);
			return prepared.value.walkmesh;
		};
		const rooms: Level['rooms'][number][] = [];
		for (const [index, stem] of level.rooms.entries()) {
			const walkmesh = await read(stem);
			const { model } = level.layout.rooms[index];
			rooms.push(walkmesh === undefined ? { name: model } : { name: model, walkmesh });
		}
		const unmatched = new Report();
		reportUnmatched(markers, matched, unmatched.within({ file: level.file }));
		tell(captured(unmatched), own);
		const objects: Walkmesh[] = [];
		for (const stem of level.objects) {
			const walkmesh = await read(stem);
			if (walkmesh !== undefined) objects.push(walkmesh);
		}
		const whole = { name: level.name, layout: level.layout, rooms, objects: withoutCopies(objects) };
		const joining = new Report();
		const joined = await joinLevel(plan, whole, surfaces.table, joining);
		tell(captured(joining), own);
		// What the steps before found they have told already.
		for (const each of [unmatched, joining]) tell(captured(each), report);
		return { joined, objects: whole.objects };
	});
	if ('failure' in before) throw new InputError(before.failure);
	const { joined, objects } = before.value;
	if (report.failed) return;
	// Objects whole, so that finishing one needs no other file; rooms as the little that linking changed.
	const whole = joined.objects.map((object, index) => selfContained(object, objects[index]));
	await writeChanged([
		...joined.rooms.map((room, index) => packFile(at(STEP_FILES.linked(level.rooms[index])), packJoinedMesh(room))),
		...whole.map((object, index) => packFile(at(STEP_FILES.linked(objectStem(index))), packJoinedMesh(object))),
		packFile(at(STEP_FILES.joined), packJoined({ value: { ...joined, objects: whole }, captured: before.captured })),
	]);
}

/** Makes the files that say something of the whole level. */
export async function stepGather(options: string, report: Report): Promise<void> {
	const folder = stepFolder(options);
	const at = (file: string): string => inStepFolder(folder, file);
	const { plan, surfaces } = await readStepPlan(options);
	const level = (await readPack(at(STEP_FILES.level))).json as LevelJson;
	const { value: joined, captured: before } = unpackJoined(await readPack(at(STEP_FILES.joined)));
	// What the steps before found they have told already; the report as a file holds all of it.
	const all = new Report();
	tell(before, all);
	const rooms: Level['rooms'][number][] = [];
	for (const [index, room] of joined.rooms.entries()) {
		const prepared = unpackPrepared(await readPack(at(STEP_FILES.prepared(level.rooms[index])))).value.walkmesh;
		const walkmesh = walkmeshOf(room, prepared);
		rooms.push(walkmesh === undefined ? { name: room.name } : { name: room.name, walkmesh });
		if (walkmesh !== undefined) tell(await readJson<Captured>(at(STEP_FILES.found(level.rooms[index]))), all);
	}
	const objects: Walkmesh[] = [];
	for (const [index, object] of joined.objects.entries()) {
		const walkmesh = walkmeshOf(object, undefined);
		if (walkmesh === undefined) continue;
		objects.push(walkmesh);
		tell(await readJson<Captured>(at(STEP_FILES.found(objectStem(index)))), all);
	}
	const made: { path: string; bytes: Uint8Array }[] = [];
	const whole = new WholeFiles(
		joined,
		async () => ({ name: joined.name, layout: joined.layout, rooms, objects }),
		surfaces,
		all,
		packageVersion(),
	);
	for (const { file, path } of wholeFiles(plan.target, joined.name)) {
		const { bytes, captured: own } = await whole.make(file);
		for (const each of [all, report]) tell(own, each);
		made.push({ path, bytes });
	}
	if (!report.failed) await writeChanged(made);
}

function selfContained(object: JoinedMesh, before: Walkmesh | undefined): JoinedMesh {
	const walkmesh = walkmeshOf(object, before);
	if (walkmesh === undefined) return object;
	return { ...object, from: -1, patch: patchOf(undefined, walkmesh) };
}
