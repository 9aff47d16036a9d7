import { type Layout, Markers } from '../src/level/index.ts';
import { assembleScene, assembleWhole, type Scene } from '../src/scene/index.ts';
import type { DoorState, Walkmesh, WalkmeshKind } from '../src/walkmesh/index.ts';
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
		const asked = loaded.walkmeshes.map((each) => asKind(each, wanted, context));
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
function gather(scene: Scene, wanted: Wanted, { report, surfaces }: StageContext): Walkmesh[] {
	const { area, objects } = assembleScene(scene);
	const all = area === undefined ? objects : [area, ...objects];
	if (wanted.kind === undefined) {
		if (wanted.one !== true || area === undefined) return [...all];
		return gather(scene, { kind: 'area' }, { report, surfaces });
	}
	const fitting = all.filter(
		({ kind, doorState }) => kind === wanted.kind && (wanted.doorState === undefined || doorState === wanted.doorState),
	);
	if (fitting.length === 0 && wanted.kind !== 'area' && objects.length === 0 && area !== undefined) {
		return [wholeAs(scene, wanted, report)].filter((mesh) => mesh !== undefined);
	}
	if (fitting.length === 0) {
		const found = all.map(describe).join(', ');
		report.add('NOTHING_FOR_OUTPUT', {}, { wanted: describe({ kind: wanted.kind, ...wanted }), found });
	}
	const left = all.filter((mesh) => !fitting.includes(mesh));
	if (fitting.length > 0 && left.length > 0) {
		report.add('OBJECTS_LEFT', {}, { count: left.length, names: left.map(describe).join(', ') });
	}
	return fitting;
}

/** A scene whose names say nothing of placeables or doors, wanted as one: everything in it is taken for that. */
function wholeAs(scene: Scene, wanted: Wanted, report: StageContext['report']): Walkmesh | undefined {
	if (wanted.kind === 'door' && wanted.doorState === undefined) {
		report.add('NOTHING_FOR_OUTPUT', {}, { wanted: 'door with its states', found: 'geometry without door states' });
		return undefined;
	}
	report.add('KIND_ASSUMED', {}, { kind: describe({ kind: wanted.kind as WalkmeshKind, ...wanted }) });
	return assembleWhole(scene, wanted.kind as WalkmeshKind, wanted.doorState);
}

function asKind(loaded: LoadedWalkmesh, wanted: Wanted, { report }: StageContext): LoadedWalkmesh {
	const { walkmesh } = loaded;
	if (wanted.kind === undefined || wanted.kind === walkmesh.kind) {
		if (wanted.doorState === undefined || wanted.doorState === walkmesh.doorState) return loaded;
		return { ...loaded, walkmesh: { ...walkmesh, doorState: wanted.doorState } };
	}
	const links = walkmesh.transitions.reduce((sum, room) => sum + (room < 0 ? 0 : 1), 0);
	if (links > 0 && wanted.kind !== 'area') report.add('LINKS_DROPPED', { room: walkmesh.name }, { count: links });
	const { doorState: _, ...rest } = walkmesh;
	return {
		walkmesh: {
			...rest,
			kind: wanted.kind,
			...(wanted.doorState === undefined ? {} : { doorState: wanted.doorState }),
			...(links > 0 && wanted.kind !== 'area' ? { transitions: new Int32Array(walkmesh.faces.length).fill(-1) } : {}),
		},
		// Placeables and doors share one binary form.
		...(loaded.file !== undefined && walkmesh.kind !== 'area' && wanted.kind !== 'area' ? { file: loaded.file } : {}),
	};
}

function describe({ name, kind, doorState }: Partial<Walkmesh> & { kind: WalkmeshKind }): string {
	const what =
		kind === 'area'
			? 'area walkmesh'
			: kind === 'door'
				? `door walkmesh${doorState ? ` (${doorState})` : ''}`
				: 'placeable walkmesh';
	return name === undefined || name === '' ? what : `${what} "${name}"`;
}
