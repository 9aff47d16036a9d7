import { posix } from 'node:path';
import type { LevelTarget } from '../../jobs/config/config.ts';
import { roomFileName } from '../../jobs/level/level-files.ts';
import { outputPath } from '../config/targets.ts';
import { finished, modulePaths, showsFindings, type WholeFile, wholeFiles } from './finish.ts';
import { type JoinedLevel, type LevelPack, PACKS } from './packs.ts';

export type StepName = 'split' | 'prepare' | 'link' | 'finish' | 'gather' | 'module' | 'convert';

/**
 * One command of a build: it reads its inputs, writes its outputs, and depends on nothing else. `wokflow build` runs the same actions on values in
 * memory, so dependencies are described in one place.
 */
export interface Action {
	/** Unique within a target: `prepare quay_02a`. */
	readonly id: string;
	readonly step: StepName;
	/** Arguments of `wokflow step STEP`. */
	readonly args: readonly string[];
	/** Paths of packs and files. */
	readonly inputs: readonly string[];
	readonly outputs: readonly string[];
	/** Path of the depfile to which the step writes further files that it read. */
	readonly depfile?: string;
}

/** The level and target that actions are made for. */
export interface LevelGraph {
	readonly target: LevelTarget;
	/** The folder of the packs; empty for none. */
	readonly folder: string;
	readonly level: Pick<LevelPack, 'name' | 'layout' | 'rooms' | 'objects'>;
	/** For layouts the file of each room, undefined for a room without one; undefined for scenes. */
	readonly files?: readonly (string | undefined)[];
	/** Files that go into its module in addition to those made of the level. */
	readonly parts?: readonly string[];
}

/** The action that reads the scene or layout. */
export function splitAction(
	{ target, folder, level: { rooms, objects } }: LevelGraph,
	[config, name]: readonly [config: string, name: string],
	inputs: readonly string[],
): Action {
	const at = placed(folder);
	const { prepareOptions, linkOptions, finishOptions, gatherOptions, level, names, markers } = PACKS;
	const ofModule = target.module === undefined ? [] : [PACKS.moduleOptions];
	return {
		id: 'split',
		step: 'split',
		args: [config, name, folder, at('split.d')],
		inputs,
		outputs: [
			...[level, prepareOptions, linkOptions, finishOptions, gatherOptions, ...ofModule, names, markers].map(at),
			...[...rooms, ...objects].map((stem) => at(PACKS.room(stem))),
		],
		depfile: at('split.d'),
	};
}

/** One action for each room and object. */
export function prepareActions({ folder, level: { rooms, objects }, files }: LevelGraph): Action[] {
	const at = placed(folder);
	return [...rooms, ...objects].map((stem, index): Action => {
		const [room, prepared] = [at(PACKS.room(stem)), at(PACKS.prepared(stem))];
		const isRoom = index < rooms.length;
		const file = files?.[index];
		return {
			id: `prepare ${stem}`,
			step: 'prepare',
			args: [at(PACKS.prepareOptions), room, prepared, at(`${stem}.d`)],
			inputs: [
				at(PACKS.prepareOptions),
				room,
				...(isRoom ? [at(files === undefined ? PACKS.markers : PACKS.names)] : []),
				...(file === undefined ? [] : [file]),
			],
			outputs: [prepared],
			depfile: at(`${stem}.d`),
		};
	});
}

/** The action that links all rooms. @param linked stems of the packs it writes */
export function linkAction({ folder, level: { rooms, objects } }: LevelGraph, linked: readonly string[]): Action {
	const at = placed(folder);
	return {
		id: 'link',
		step: 'link',
		args: [at(PACKS.linkOptions)],
		inputs: [
			...[PACKS.linkOptions, PACKS.level, PACKS.markers].map(at),
			...[...rooms, ...objects].map((stem) => at(PACKS.prepared(stem))),
		],
		outputs: [...[PACKS.layout, PACKS.joined, PACKS.findings].map(at), ...linked.map((stem) => at(PACKS.linked(stem)))],
	};
}

/** One action for each walkmesh, and one for each file of the whole level. @param joined the result of linking */
export function finishActions({ folder, target, level, parts = [] }: LevelGraph, joined: JoinedLevel): Action[] {
	const at = placed(folder);
	const made = finished(joined);
	const walkmeshes = made.map(({ stem, output }): Action => {
		const path = outputPath(target.out, output);
		const found = at(PACKS.found(stem));
		const linked = at(PACKS.linked(stem));
		const bytes = target.module === undefined ? [] : [at(PACKS.walkmesh(stem))];
		return {
			id: `finish ${stem}`,
			step: 'finish',
			args: [at(PACKS.finishOptions), linked, path, found, bytes[0] ?? '-'],
			inputs: [at(PACKS.finishOptions), linked],
			// The pack of findings is last.
			outputs: [path, ...bytes, at(PACKS.facts(stem)), found],
		};
	});
	const files = wholeFiles(target, level);
	const drawn = files.some(({ file }) => file === 'glb') ? [at(PACKS.drawn)] : [];
	const ground = made.map(({ stem }) => at(PACKS.linked(stem)));
	const before = [at(PACKS.findings), ...made.map(({ stem }) => at(PACKS.found(stem)))];
	const found = [...before, ...drawn];
	const reads: Readonly<Record<WholeFile, readonly string[]>> = {
		lyt: [],
		placements: [],
		vis: [at(PACKS.joined)],
		glb: [at(PACKS.joined), ...ground, ...(showsFindings(target) ? before : [])],
		plan: [at(PACKS.joined), ...ground, ...found],
		report: [at(PACKS.joined), ...made.map(({ stem }) => at(PACKS.facts(stem))), ...found],
	};
	const whole = files.map(({ file, path }): Action => {
		return {
			id: `gather ${file}`,
			step: 'gather',
			args: [at(PACKS.gatherOptions), file, path, drawn[0] ?? '-'],
			inputs: [at(PACKS.gatherOptions), at(PACKS.layout), ...reads[file]],
			outputs: [path, ...(file === 'glb' ? drawn : [])],
		};
	});
	return [...lastOfPath(walkmeshes), ...whole, ...moduleActions(target, level, made, ground, at, parts)];
}

/** The action that makes the module, where the target wants one. */
function moduleActions(
	target: LevelTarget,
	level: LevelGraph['level'],
	made: readonly { readonly stem: string }[],
	ground: readonly string[],
	at: (file: string) => string,
	parts: readonly string[],
): Action[] {
	const outputs = modulePaths(target, level);
	if (outputs.length === 0) return [];
	const inputs = [PACKS.moduleOptions, PACKS.layout, PACKS.joined, ...made.map(({ stem }) => PACKS.walkmesh(stem))];
	const [found, depfile] = [at(PACKS.module), at('module.d')];
	return [
		{
			id: 'module',
			step: 'module',
			args: [at(PACKS.moduleOptions), target.out, found, depfile],
			inputs: [...inputs.map(at), ...ground, ...parts],
			outputs: [...outputs, found],
			depfile,
		},
	];
}

/** Keeps the last action for each path: a room that is twice in a layout has one file, and writing all in order would leave the last one. */
function lastOfPath(actions: readonly Action[]): Action[] {
	return [...new Map(actions.map((action) => [action.outputs[0], action])).values()];
}

/** The rooms and objects that linking will give, if its stages neither add nor remove rooms: the rooms with a file, and the objects. */
export function expectedRooms({ level: { layout, rooms }, files }: LevelGraph): JoinedLevel['rooms'] {
	return layout.rooms.flatMap(({ model }, index) =>
		files !== undefined && files[index] === undefined
			? []
			: [{ name: model, stem: rooms[index], output: roomFileName(model) }],
	);
}

function placed(folder: string): (file: string) => string {
	return folder === '' ? (file) => file : (file) => posix.join(folder, file);
}
