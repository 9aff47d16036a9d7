import type { Location, Report } from '../findings/report.ts';
import { boundsOf, middleOfBox } from '../geometry/triangles.ts';
import { addTo, groupBy, least } from '../math/arrays.ts';
import { toFloat32, type Vec3, ZERO } from '../math/vec3.ts';
import { type Hooks, NO_HOOKS, type Walkmesh } from '../model/walkmesh.ts';
import { SCENE_FINDINGS } from './findings.ts';
import { type LocalSpace, toLocal } from './local-space.ts';
import { isIgnoredName, nodeRole, type ObjectGroup, plainName } from './roles.ts';
import type { Scene, SceneHook } from './scene.ts';

/** Assigns hooks to objects, and reports those that belong to no object or are one too many. */
export class HookMatcher {
	readonly #scene: Scene;
	/** The hooks of each object. */
	readonly #hooks = new Map<ObjectGroup, SceneHook[]>();
	readonly #used = new Set<SceneHook>();
	readonly #duplicates = new Map<SceneHook, SceneHook>();

	constructor(scene: Scene, groups: readonly ObjectGroup[]) {
		this.#scene = scene;
		const byRoot = groupBy(groups, ({ root }) => root);
		const byModel = groupBy(groups, ({ model }) => model.toLowerCase());
		for (const hook of scene.hooks) {
			for (const owner of ownersOf(scene, hook, byRoot, byModel)) {
				addTo(this.#hooks, owner, hook);
			}
		}
	}

	/**
	 * Hooks as the game's files have them: a door's absolute hooks are the relative ones plus the position, which is zero here;
	 * a placeable's are zero.
	 */
	of(group: ObjectGroup, space: LocalSpace): Hooks {
		const relative1 = this.#find(group, 1, space);
		const relative2 = this.#find(group, 2, space);
		if (group.kind === 'placeable') return { ...NO_HOOKS, relative1, relative2 };
		return { relative1, relative2, absolute1: relative1, absolute2: relative2 };
	}

	/** Reports hooks without an object. Call after `of` has been called for all objects. */
	report(report: Report): void {
		for (const hook of this.#scene.hooks) {
			const first = this.#duplicates.get(hook);
			if (first !== undefined) {
				const kept = this.#scene.nodes[first.node].name;
				report.add(SCENE_FINDINGS.HOOK_DUPLICATE, this.#place(hook), { slot: hook.slot, kept });
			} else if (!this.#used.has(hook)) {
				const { kind, doorState } = hook;
				const what =
					kind === 'placeable' ? 'placeable' : doorState === undefined ? 'door' : `door that is ${doorState}`;
				const owner = hook.model === undefined ? what : `${what} "${hook.model}"`;
				report.add(SCENE_FINDINGS.HOOK_UNUSED, this.#place(hook), { why: 'stray', owner });
			}
		}
	}

	#find(group: ObjectGroup, slot: 1 | 2, space: LocalSpace): Vec3 {
		const fitting = (this.#hooks.get(group) ?? []).filter((hook) => hook.slot === slot);
		if (fitting.length === 0) return ZERO;
		const [first, ...others] = fitting;
		this.#used.add(first);
		for (const other of others) if (!this.#used.has(other)) this.#duplicates.set(other, first);
		return toFloat32(toLocal(first.at, space));
	}

	#place({ node, at }: SceneHook): Location {
		return { node: this.#scene.nodes[node].name, at };
	}
}

/** Objects of a hook's kind and state: with the root above it; otherwise of the model it names, the nearest; otherwise without a root. */
function ownersOf(
	scene: Scene,
	hook: SceneHook,
	byRoot: ReadonlyMap<number, readonly ObjectGroup[]>,
	byModel: ReadonlyMap<string, readonly ObjectGroup[]>,
): readonly ObjectGroup[] {
	const fitting = (groups: readonly ObjectGroup[] = []): readonly ObjectGroup[] =>
		groups.filter(
			({ kind, doorState }) =>
				kind === hook.kind && (kind === 'placeable' || (hook.doorState ?? 'closed') === (doorState ?? 'closed')),
		);
	const above: ObjectGroup[] = [];
	for (let at = hook.node; at >= 0; at = scene.nodes[at].parent)
		for (const group of fitting(byRoot.get(at))) above.push(group);
	if (above.length > 0) return above;
	const { model } = hook;
	if (model === undefined) return fitting(byRoot.get(-1));
	const named = fitting(byModel.get(model.toLowerCase()));
	return named.length > 0 ? nearest(scene, hook, named) : [];
}

function nearest(scene: Scene, { at }: SceneHook, groups: readonly ObjectGroup[]): ObjectGroup[] {
	const distance = ({ root, parts }: ObjectGroup): number => {
		const bounds = root < 0 ? boundsOf(parts[0].positions) : undefined;
		const middle = bounds === undefined ? ZERO : middleOfBox(bounds);
		const [x, y, z] = root < 0 ? middle : scene.nodes[root].origin;
		return Math.hypot(at[0] - x, at[1] - y, at[2] - z);
	};
	const nearby = least(groups.map(distance));
	return groups.filter((group) => distance(group) === nearby).slice(0, 1);
}

const HOOKLIKE = /(?:^|_)(?:pwk_(?:dp_)?use|dwk_dp_)/i;

/** Reports nodes that are named like a hook that does not exist: `pwk_use03`. */
export function reportUnknownHooks({ nodes }: Scene, report: Report): void {
	for (const { name, origin, parent } of nodes) {
		if (!HOOKLIKE.test(plainName(name)) || nodeRole(name) !== undefined) continue;
		let ignored = isIgnoredName(name);
		for (let at = parent; at >= 0 && !ignored; at = nodes[at].parent) ignored = isIgnoredName(nodes[at].name);
		if (!ignored) report.add(SCENE_FINDINGS.HOOK_UNUSED, { node: name, at: origin }, { why: 'unknown', owner: '' });
	}
}

/** An object whose walkmesh begins farther from its origin than this, in metres, is probably in the space of something else. */
export const FARTHEST_OBJECT = 5;

/** From the origin to the nearest point of the box around some points. @param position of the origin that they are relative to */
export function distanceFromOrigin(positions: Float32Array, position: Vec3 = ZERO): number {
	const bounds = boundsOf(positions);
	if (bounds === undefined) return 0;
	const beside = position.map((value, axis) => Math.max(bounds[axis] + value, -bounds[axis + 3] - value, 0));
	return Math.hypot(...beside);
}

/** Reports the file of a placeable or door whose walkmesh lies far from its origin, whether the game adds the position of its header or not. */
export function checkOrigin({ kind, name, positions, position }: Walkmesh, report: Report): void {
	const distance = Math.min(distanceFromOrigin(positions), distanceFromOrigin(positions, position));
	if (kind === 'area' || !(distance > FARTHEST_OBJECT)) return;
	report.add(SCENE_FINDINGS.OBJECT_FAR, {}, { kind, name, distance });
}
