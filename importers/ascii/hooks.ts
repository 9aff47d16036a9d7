import { hooksByRule, type Mark } from '../../src/ascii/index.ts';
import type { Report } from '../../src/findings/index.ts';
import { type Vec3, ZERO } from '../../src/geometry/vec3.ts';
import { type HookRole, nodeRole } from '../../src/naming/index.ts';
import type { DoorState, Hooks, WalkmeshKind } from '../../src/walkmesh/index.ts';
import type { AsciiDocument, AsciiNode } from './document.ts';
import { type Placement, turn } from './placement.ts';

/** The dummy of a use hook. */
export interface HookNode {
	readonly node: AsciiNode;
	readonly role: HookRole;
	/** The model it belongs to, as written; empty where names do not tell. */
	readonly model: string;
}

/** What a walkmesh is, as far as hooks belong to it by that. */
export interface HookOwner {
	readonly kind: WalkmeshKind;
	readonly doorState?: DoorState | undefined;
	readonly model: string;
	/** The geometry node and where it stands, if there is one. */
	readonly geometry?: { readonly node: AsciiNode; readonly placement: Placement };
}

/** The hook dummies of a text. A second one of the same hook is reported and left out. */
export class HookIndex {
	readonly all: readonly HookNode[];
	readonly #byKey = new Map<string, HookNode>();
	readonly #models = new Map<WalkmeshKind, Set<string>>();

	constructor(document: AsciiDocument, report: Report) {
		const all: HookNode[] = [];
		for (const node of document.nodes) {
			const role = node.type === 'dummy' ? nodeRole(node.name) : undefined;
			if (role?.role !== 'hook') continue;
			const model = modelOfHook(role, node.parent);
			const key = keyOf(role.kind, role.doorState, role.slot);
			const ownKey = `${key} ${model.toLowerCase()}`;
			if (this.#byKey.has(ownKey)) {
				report.add('ASCII_HOOK_REPEATED', { line: node.line, node: node.name }, { hook: node.name });
				continue;
			}
			const hook = { node, role, model };
			all.push(hook);
			this.#byKey.set(ownKey, hook);
			// Where all hooks are of one model, whatever it is called.
			if (!this.#byKey.has(key)) this.#byKey.set(key, hook);
			const models = this.#models.get(role.kind);
			if (models === undefined) this.#models.set(role.kind, new Set([model.toLowerCase()]));
			else models.add(model.toLowerCase());
		}
		this.all = all;
	}

	/** True when hooks of several models stand in the text. */
	hasModels(kind: WalkmeshKind): boolean {
		return (this.#models.get(kind)?.size ?? 0) > 1;
	}

	/** The kind of all hooks; undefined where there are none, or of both kinds. */
	get onlyKind(): WalkmeshKind | undefined {
		const [kind, ...others] = this.#models.keys();
		return others.length === 0 ? kind : undefined;
	}

	/**
	 * Kind and state must agree, the model only where the text has hooks of several; then hooks without a model belong to
	 * whoever has none of its own.
	 */
	find({ kind, doorState, model }: HookOwner, slot: 1 | 2): HookNode | undefined {
		const key = keyOf(kind, doorState, slot);
		if (!this.hasModels(kind)) return this.#byKey.get(key);
		const own = model.toLowerCase();
		const other = keyOf(kind, doorState, slot === 1 ? 2 : 1);
		return (
			this.#byKey.get(`${key} ${own}`) ?? (this.#byKey.has(`${other} ${own}`) ? undefined : this.#byKey.get(`${key} `))
		);
	}
}

function keyOf(kind: WalkmeshKind, doorState: DoorState | undefined, slot: 1 | 2): string {
	return `${kind} ${doorState ?? ''} ${slot}`;
}

/**
 * The hooks of one walkmesh: relative ones from the dummies, absolute ones by the rule of the game's files, and any of them
 * from a `# wokflow` mark.
 */
export function hooksOf(owner: HookOwner, hooks: HookIndex, position: Vec3, marks: readonly Mark[]): Hooks {
	const relative = (slot: 1 | 2): Vec3 => {
		const marked = vectorMark(marks, `relative${slot}`);
		const hook = hooks.find(owner, slot);
		return marked ?? (hook === undefined ? ZERO : relativePosition(hook.node, owner.geometry));
	};
	const byRule = hooksByRule(owner.kind, relative(1), relative(2), position);
	return {
		...byRule,
		absolute1: vectorMark(marks, 'absolute1') ?? byRule.absolute1,
		absolute2: vectorMark(marks, 'absolute2') ?? byRule.absolute2,
	};
}

/** The value of a vector mark; of several the last one counts. */
export function vectorMark(marks: readonly Mark[], name: string): Vec3 | undefined {
	const mark = marks.findLast((candidate) => candidate.mark === name);
	return mark === undefined || mark.mark === 'banner' ? undefined : mark.value;
}

/**
 * What a dummy says is relative to the walkmesh's position, whatever its parent: that is how the tools write it. Only where
 * the geometry node is turned and the dummy hangs below it, the turn is applied as to the vertices.
 */
function relativePosition(hook: AsciiNode, geometry: HookOwner['geometry']): Vec3 {
	const parent = hook.parent.toLowerCase();
	const below = geometry !== undefined && parent !== '' && parent === geometry.node.name.toLowerCase();
	const [x, y, z] = below ? turn(geometry.placement, hook.position) : hook.position;
	return [Math.fround(x), Math.fround(y), Math.fround(z)];
}

/** A name such as `pwk_use01` leaves the model to the parent, which is `<model>_pwk` or the geometry node. */
function modelOfHook(role: HookRole, parent: string): string {
	if (role.model !== undefined) return role.model;
	const above = nodeRole(parent);
	return above?.role === 'root' || above?.role === 'geometry' ? (above.model ?? '') : '';
}
