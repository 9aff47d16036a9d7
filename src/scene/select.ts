import { type GivenOf, texts } from '../findings/options.ts';
import type { Report } from '../findings/report.ts';
import { namePattern, PatternEffort } from '../text/pattern.ts';
import { type Decisions, decisionsOfNodes, isLeftOut } from './decisions.ts';
import { SCENE_FINDINGS } from './findings.ts';
import {
	isIgnoredName,
	type NodeMeaning,
	nodeMeanings,
	nodeRole,
	parentsFirst,
	plainName,
	standInOf,
} from './roles.ts';

export const SELECT_OPTIONS = {
	node: texts('Nodes or objects to include with all below them, by name, without regard to letter case.', {
		placeholder: 'pattern',
		otherwise: 'by names and tags',
	}),
};
export type SelectOptions = GivenOf<typeof SELECT_OPTIONS>;

/** What selection needs to know of a node of a tree. */
export interface SelectableNode {
	readonly name: string;
	/** Index of the parent, −1 for a root. */
	readonly parent: number;
	readonly extras?: Readonly<Record<string, unknown>>;
	/** Stands in for the name of a node without one. */
	readonly meshName?: string;
	/** False for nodes that hold no geometry, which the report need not name. Default true. */
	readonly geometry?: boolean;
	/** True for nodes that could hold geometry and have none: they are counted. */
	readonly empty?: boolean;
	/** True where a material of it names a surface. */
	readonly surface?: boolean;
	/** True where the format itself marks it as what is walked on. */
	readonly tagged?: boolean;
}

export interface Selection {
	/** 1 for nodes whose geometry is taken. */
	readonly taken: Uint8Array;
	/** 1 for nodes kept out by their own name (`ignore_*`, `-noimp`, `extras.walkmesh` false) or that of a node above. */
	readonly ignored: Uint8Array;
	/** What decided: patterns of the caller, names and tags of the scene, tags of objects and surfaces of the rest, or nothing. */
	readonly rule: 'patterns' | 'tagged' | 'objects' | 'everything';
	/** True where geometry was left because others are named: it may hold the rooms of a scene in which only doors and placeables are. */
	readonly hasLeft: boolean;
}

/**
 * Decides what of a scene is walkmesh: what the patterns match; otherwise nodes named or tagged as walkmesh
 * (`*_wok`, `WALKMESH`, `*_wg`, `*_pwk`, `*_dwk`, `-navmesh`, true `extras.walkmesh`, the navigation mesh of Hubs) if there are any; otherwise everything.
 * Where only placeables and doors are named, nodes of a material that names a surface are ground as well; decisions are about everything then.
 * What is ignored by name, or was decided to be no part of rooms, stays out, unless a pattern matches that very node. Adds a finding that says what was taken and left.
 */
export function selectNodes(
	nodes: readonly SelectableNode[],
	options: SelectOptions,
	report: Report,
	decisions?: Decisions,
): Selection {
	const order = parentsFirst(nodes);
	const names = nodes.map((node) => (node.name === '' ? (node.meshName ?? '') : node.name));
	const standIns = standInsAmong(nodes, names, order);
	const meanings = nodeMeanings(nodes);
	const decided = decisions === undefined ? [] : decisionsOfNodes(names, decisions);
	// What is named as the walkmesh of a door is no part of a room, and decided to be a door it is still one.
	const isOut = (index: number): boolean =>
		isIgnored(nodes[index], names[index]) ||
		standIns.has(index) ||
		(isLeftOut(decided[index]) && decided[index]?.role !== meanings[index].kind);
	const ignored = spread(nodes, order, isOut);
	const { chosen, rule } = choose(nodes, names, meanings, ignored, options, report, decisions);
	const taken = new Uint8Array(nodes.length);
	for (const index of order) {
		const { parent } = nodes[index];
		if (chosen[index] === 1 && rule === 'patterns') taken[index] = 1;
		else if (chosen[index] === 1) taken[index] = ignored[index] === 1 ? 0 : 1;
		else if (parent >= 0 && taken[parent] === 1) taken[index] = isOut(index) ? 0 : 1;
	}
	reportSelection(nodes, names, taken, rule, report);
	const left = [...standIns].filter((index) => taken[index] === 0);
	if (left.length > 0) {
		const leftNames = shortList(left.map((index) => names[index]));
		report.add(SCENE_FINDINGS.NODES_STAND_IN, {}, { count: left.length, names: leftNames });
	}
	const isLeft = ({ geometry = true }: SelectableNode, index: number): boolean =>
		geometry && taken[index] === 0 && ignored[index] === 0;
	if (rule === 'objects') reportLeft(nodes, names, meanings, isLeft, report);
	return { taken, ignored, rule, hasLeft: rule === 'tagged' && nodes.some(isLeft) };
}

function choose(
	nodes: readonly SelectableNode[],
	names: readonly string[],
	meanings: readonly NodeMeaning[],
	ignored: Uint8Array,
	options: SelectOptions,
	report: Report,
	decisions: Decisions | undefined,
): { chosen: Uint8Array; rule: Selection['rule'] } {
	if (options.node !== undefined && options.node.length > 0) {
		return { chosen: matchPatterns(names, options.node, report), rule: 'patterns' };
	}
	const tagged = Uint8Array.from(nodes, (node, index) => (isTagged(node, names[index]) ? 1 : 0));
	const isGround = (index: number): boolean => ignored[index] === 0 && meanings[index].kind === 'area';
	if (tagged.some((tag, index) => tag === 1 && isGround(index))) return { chosen: tagged, rule: 'tagged' };
	if (tagged.includes(1) && decisions === undefined) {
		const chosen = withGround(nodes, tagged, isGround);
		const hasGround = chosen.some((value, index) => value !== tagged[index]);
		return { chosen, rule: hasGround ? 'objects' : 'tagged' };
	}
	return { chosen: new Uint8Array(nodes.length).fill(1), rule: 'everything' };
}

/**
 * Where no tag is one of ground, those of placeables and doors say nothing of it: nodes of a material that names a surface are
 * ground then. Other nodes are left, for they are the looks of the models.
 */
function withGround(
	nodes: readonly SelectableNode[],
	tagged: Uint8Array,
	isGround: (index: number) => boolean,
): Uint8Array {
	return tagged.map((tag, index) => {
		const { surface = false, geometry = true } = nodes[index];
		return tag === 1 || (surface && geometry && isGround(index)) ? 1 : 0;
	});
}

function matchPatterns(names: readonly string[], patterns: readonly string[], report: Report): Uint8Array {
	const chosen = new Uint8Array(names.length);
	const effort = new PatternEffort();
	for (const pattern of patterns) {
		const glob = nodeMatcher(pattern, effort);
		let hits = 0;
		for (const [index, name] of names.entries()) {
			if (name !== pattern && (name === '' || !glob(name))) continue;
			chosen[index] = 1;
			hits++;
		}
		if (hits === 0) report.add(SCENE_FINDINGS.NODE_PATTERN_UNMATCHED, {}, { pattern, names: shortList(names) });
	}
	return chosen;
}

function isTagged(node: SelectableNode, name: string): boolean {
	if (node.tagged === true) return true;
	const tag = node.extras?.['walkmesh'];
	if (tag !== undefined && tag !== null && tag !== false && tag !== 0 && tag !== '') return true;
	const role = nodeRole(name)?.role;
	return role === 'geometry' || role === 'root';
}

function isIgnored(node: SelectableNode, name: string): boolean {
	return node.extras?.['walkmesh'] === false || isIgnoredName(name);
}

/**
 * Nodes that stand in for another beside them, which has geometry: coarser levels of detail (`hall_LOD1` beside `hall_LOD0` or `hall`) and Unreal's
 * collision shapes (`UCX_hall`). With both there would be floor upon floor.
 */
function standInsAmong(nodes: readonly SelectableNode[], names: readonly string[], order: Uint32Array): Set<number> {
	const found = names.flatMap((name, index) => {
		const standIn = standInOf(name);
		return standIn === undefined ? [] : [{ index, ...standIn }];
	});
	if (found.length === 0) return new Set();
	const hasGeometry = nodes.map(({ geometry = true }) => geometry);
	for (const index of order.toReversed()) {
		const { parent } = nodes[index];
		if (parent >= 0 && hasGeometry[index]) hasGeometry[parent] = true;
	}
	// The finest of each name beside each other; a node without a level of detail is finer than all.
	const finest = new Map<string, number>();
	const keyOf = (index: number, name: string): string => `${nodes[index].parent} ${name}`;
	const note = (key: string, rank: number): void => void finest.set(key, Math.min(rank, finest.get(key) ?? Infinity));
	const wanted = new Set(found.map(({ index, of }) => keyOf(index, of)));
	for (const [index, name] of names.entries()) {
		const key = keyOf(index, plainName(name).toLowerCase());
		if (name !== '' && wanted.has(key) && hasGeometry[index]) note(key, -1);
	}
	for (const { index, of, rank } of found) if (hasGeometry[index]) note(keyOf(index, of), rank);
	return new Set(
		found.flatMap(({ index, of, rank }) => (rank > (finest.get(keyOf(index, of)) ?? rank) ? [index] : [])),
	);
}

/** Reports what is left beside named placeables and doors without being the looks of one by its name or place: it may be ground. */
function reportLeft(
	nodes: readonly SelectableNode[],
	names: readonly string[],
	meanings: readonly NodeMeaning[],
	isLeft: (node: SelectableNode, index: number) => boolean,
	report: Report,
): void {
	const named = meanings.filter(({ kind }) => kind !== 'area');
	const models = [...new Set(named.flatMap(({ model }) => (model === undefined ? [] : [model.toLowerCase()])))];
	const holders = new Set(nodes.flatMap(({ parent }, index) => (meanings[index].kind === 'area' ? [] : [parent])));
	const left = nodes.flatMap((node, index) => {
		const name = names[index].toLowerCase();
		const isLook = (node.parent >= 0 && holders.has(node.parent)) || models.some((model) => name.startsWith(model));
		return isLeft(node, index) && !isLook ? [names[index]] : [];
	});
	if (left.length > 0) report.add(SCENE_FINDINGS.NODES_LEFT, {}, { count: left.length, names: shortList(left) });
}

/** 1 for nodes that the test holds for, and for all below them. */
function spread(nodes: readonly SelectableNode[], order: Uint32Array, test: (index: number) => boolean): Uint8Array {
	const marks = new Uint8Array(nodes.length);
	for (const index of order) {
		const { parent } = nodes[index];
		marks[index] = (parent >= 0 && marks[parent] === 1) || test(index) ? 1 : 0;
	}
	return marks;
}

function reportSelection(
	nodes: readonly SelectableNode[],
	names: readonly string[],
	taken: Uint8Array,
	rule: Selection['rule'],
	report: Report,
): void {
	const has = (index: number, want: number): boolean => nodes[index].geometry !== false && taken[index] === want;
	const of = (want: number): string[] => names.filter((_, index) => has(index, want));
	const inside = of(1);
	const outside = of(0);
	const empty = nodes.filter((node) => node.empty === true).length;
	report.add(
		SCENE_FINDINGS.NODES_TAKEN,
		{},
		{
			rule,
			taken: inside.length,
			takenNames: shortList(inside),
			left: outside.length,
			leftNames: shortList(outside),
			...(empty === 0 ? {} : { empty }),
		},
	);
}

const NAMES_SHOWN = 8;
const NAME_LENGTH = 60;

/** The first few different names, quoted and shortened. */
function shortList(names: readonly string[]): string {
	const different = [...new Set(names)];
	const shown = different.slice(0, NAMES_SHOWN);
	const list = shown.map((name) => JSON.stringify(name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH)}…` : name));
	return list.join(', ') + (different.length > shown.length ? ', …' : '');
}

/** Globs of shells leave out the names `.` and `..`, and those that are empty. */
function nodeMatcher(pattern: string, effort: PatternEffort): (name: string) => boolean {
	return /^\*+$/.test(pattern) ? () => true : namePattern(pattern, effort);
}
