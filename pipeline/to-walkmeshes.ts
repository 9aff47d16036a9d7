import { type Layout, Markers } from '../src/level/index.ts';
import { assembleScene, assembleWhole, hasHooks, type Scene } from '../src/scene/index.ts';
import { type DoorState, NO_HOOKS, type Walkmesh, type WalkmeshKind } from '../src/walkmesh/index.ts';
import { describeWalkmesh } from './describe-walkmesh.ts';
import { reportDoorStates } from './door-states.ts';
import type { Loaded, LoadedWalkmesh } from './loaded.ts';
import { runStages, type StageObserver, stagesOf } from './recipe.ts';
import type { Stage, StageContext } from './stage.ts';

/** What an output can hold, as far as its name tells. */
export interface Wanted {
	/** `.wok`, `.pwk`, `.dwk`; undefined where the format holds any. */
	readonly kind?: WalkmeshKind;
	/** `door1.dwk` wants one state only. */
	readonly doorState?: DoorState;
	/** The output holds one model, so the area is taken where the scene has one, and objects are left. */
	readonly one?: boolean;
	/** Tells the rooms that markers name. */
	readonly layout?: Layout;
}

/**
 * Makes walkmeshes of what was read. Scenes go through the stages: those over scenes, then the parts are gathered, then those over
 * walkmeshes. Walkmeshes only go through the latter, so nothing happens to them without stages.
 */
export async function toWalkmeshes(
	loaded: Loaded,
	wanted: Wanted,
	stages: readonly Stage[],
	context: StageContext,
	observer: StageObserver = {},
): Promise<LoadedWalkmesh[]> {
	if (loaded.kind === 'walkmeshes') {
		const asked = loaded.walkmeshes.flatMap((each) => asKind(each, wanted, context) ?? []);
		return Promise.all(asked.map((each) => changeWalkmesh(each, stages, context, observer)));
	}
	const scene = await runStages(loaded.scene, stagesOf(stages, 'scene'), context, observer);
	const markers = new Markers(scene, wanted.layout, context.report);
	const walkmeshes: LoadedWalkmesh[] = [];
	for (const gathered of gather(scene, wanted, context)) {
		const within = { ...context, report: context.report.within({ room: gathered.name }) };
		const walkmesh = await runStages(gathered, stagesOf(stages, 'walkmesh'), within, observer);
		walkmeshes.push({ walkmesh: walkmesh.kind === 'area' ? markers.apply(walkmesh, context.surfaces) : walkmesh });
	}
	if (walkmeshes.some(({ walkmesh }) => walkmesh.kind === 'area')) markers.finish(context.report);
	return walkmeshes;
}

/** Runs stages that were asked for over a walkmesh from a file. Its tables and its tree hold no longer once anything changed. */
async function changeWalkmesh(
	loaded: LoadedWalkmesh,
	stages: readonly Stage[],
	context: StageContext,
	observer: StageObserver,
): Promise<LoadedWalkmesh> {
	const within = { ...context, report: context.report.within({ room: loaded.walkmesh.name }) };
	const walkmesh = await runStages(loaded.walkmesh, stagesOf(stages, 'walkmesh'), within, observer);
	return walkmesh === loaded.walkmesh ? loaded : { walkmesh };
}

/** The walkmeshes of a scene that the output wants; what it leaves is reported. */
function gather(scene: Scene, asked: Wanted, { report }: StageContext): Walkmesh[] {
	const holdsArea = scene.parts.some(({ kind }) => kind === 'area');
	const holdsObjects = scene.parts.some(({ kind }) => kind !== 'area');
	if (holdsArea && !holdsObjects && asked.kind !== undefined && asked.kind !== 'area') {
		return [wholeAs(scene, asked, report)].filter((mesh) => mesh !== undefined);
	}
	const { area, objects } = assembleScene(scene, report);
	const all = area === undefined ? objects : [area, ...objects];
	if (asked.kind === undefined && (asked.one !== true || area === undefined)) {
		reportDoorStates(all, report);
		return [...all];
	}
	const wanted = { ...asked, kind: asked.kind ?? 'area' };
	const fitting = all.filter(
		({ kind, doorState }) => kind === wanted.kind && (wanted.doorState === undefined || doorState === wanted.doorState),
	);
	if (fitting.length === 0) {
		const found = all.map(describeWalkmesh).join(', ') || 'no geometry';
		report.add('NOTHING_FOR_OUTPUT', {}, { wanted: describeWalkmesh(wanted), found });
	}
	if (wanted.doorState === undefined) reportDoorStates(fitting, report);
	const left = all.filter((mesh) => !fitting.includes(mesh));
	if (fitting.length > 0 && left.length > 0) {
		report.add('OBJECTS_LEFT', {}, { count: left.length, names: left.map(describeWalkmesh).join(', ') });
	}
	return fitting;
}

/** A scene whose names say nothing of placeables or doors, wanted as one: everything in it is taken for that. */
function wholeAs(scene: Scene, wanted: Wanted, report: StageContext['report']): Walkmesh | undefined {
	if (wanted.kind === 'door' && wanted.doorState === undefined) {
		report.add('NOTHING_FOR_OUTPUT', {}, { wanted: 'door with its states', found: 'geometry without door states' });
		return undefined;
	}
	report.add('KIND_ASSUMED', {}, { kind: describeWalkmesh({ kind: wanted.kind as WalkmeshKind, ...wanted }) });
	return assembleWhole(scene, wanted.kind as WalkmeshKind, wanted.doorState, report);
}

/** A walkmesh as the kind that the output wants; what cannot go along, and what the other kind means otherwise, is told. */
function asKind(loaded: LoadedWalkmesh, wanted: Wanted, { report }: StageContext): LoadedWalkmesh | undefined {
	const { walkmesh } = loaded;
	const { kind = walkmesh.kind, doorState } = wanted;
	if (kind === walkmesh.kind) {
		if (doorState === undefined || doorState === walkmesh.doorState) return loaded;
		return { ...loaded, walkmesh: { ...walkmesh, doorState } };
	}
	const { name } = walkmesh;
	if (kind === 'door' && doorState === undefined) {
		report.add('DOOR_STATE_NEEDED', { room: name }, { name });
		return undefined;
	}
	const { doorState: _, ...rest } = walkmesh;
	const changed: Walkmesh = { ...rest, kind, ...(doorState === undefined ? {} : { doorState }) };
	// Placeables and doors share one binary form and one space.
	if (kind !== 'area' && walkmesh.kind !== 'area')
		return { walkmesh: changed, ...(loaded.file === undefined ? {} : { file: loaded.file }) };
	report.add(
		'KIND_SPACE_KEPT',
		{ room: name },
		{ from: describeWalkmesh({ kind: walkmesh.kind }), to: describeWalkmesh({ kind }) },
	);
	if (kind === 'area') {
		if (hasHooks(walkmesh.hooks)) report.add('HOOKS_DROPPED', { room: name }, {});
		return { walkmesh: { ...changed, hooks: NO_HOOKS } };
	}
	const links = walkmesh.transitions.reduce((sum, room) => sum + (room < 0 ? 0 : 1), 0);
	if (links === 0) return { walkmesh: changed };
	report.add('LINKS_DROPPED', { room: name }, { count: links });
	return { walkmesh: { ...changed, transitions: new Int32Array(walkmesh.faces.length).fill(-1) } };
}
