import { type AsciiOrigin, type BannerMark, hooksByRule, type Mark } from '../../src/bwm/ascii.ts';
import { ASCII_FINDINGS } from '../../src/bwm/ascii-findings.ts';
import type { Report } from '../../src/findings/report.ts';
import { type Affine, IDENTITY, multiply, transformPoints } from '../../src/math/affine.ts';
import { type Vec3, ZERO } from '../../src/math/vec3.ts';
import type { DoorState, Hooks, WalkmeshKind } from '../../src/model/walkmesh.ts';
import { type GeometryRole, type HookRole, nodeRole } from '../../src/scene/roles.ts';
import type { AsciiDocument, AsciiNode, AsciiOptions } from './parse.ts';

/** A node and the nodes above it. */
export interface NodeChain {
	/** The node itself first. */
	readonly nodes: readonly AsciiNode[];
	/** True when the parents form a circle or are too many; the chain is cut there. */
	readonly endless: boolean;
}

/** Models of the game are a dozen nodes deep. */
const DEEPEST = 64;

/** A node and those nodes above it that are in the text. */
export function chainOf(node: AsciiNode, document: AsciiDocument): NodeChain {
	const nodes = new Set<AsciiNode>();
	let at: AsciiNode | undefined = node;
	for (; at !== undefined && !nodes.has(at) && nodes.size < DEEPEST; at = parentOf(at, document)) nodes.add(at);
	return { nodes: [...nodes], endless: at !== undefined };
}

/** The placement of the first node of a chain in its model. */
export function placementOf({ nodes: chain }: NodeChain): Affine {
	return chain.slice(1).reduce((inner, node) => multiply(ownPlacement(node), inner), ownPlacement(chain[0]));
}

/** True when the placement moves nothing. */
export function isIdentity(placement: Affine): boolean {
	return placement.every((value, i) => value === IDENTITY[i]);
}

/** True when the placement turns. */
export function isTurning(placement: Affine): boolean {
	return !isIdentity(withTranslation(placement, ZERO));
}

/** All points of a node in the space of the model. @param positions 3 values for each point */
export function placeAll(placement: Affine, positions: ArrayLike<number>): Float64Array {
	const result = new Float64Array(positions.length);
	transformPoints(positions, placement, result);
	return result;
}

/** The same placement with another translation. */
export function withTranslation(placement: Affine, translation: Vec3): Affine {
	return [...placement.slice(0, 9), ...translation];
}

export function translationOf(placement: Affine): Vec3 {
	return [placement[9], placement[10], placement[11]];
}

/** Length of the axis of an orientation. */
export function axisLength([x, y, z]: AsciiNode['orientation']): number {
	return Math.hypot(x, y, z);
}

/** False when an orientation does not rotate, because its axis or angle is 0: MDLOps writes `1 0 0 0`, NWmax `0 0 0 0`. */
export function isTurned(orientation: AsciiNode['orientation']): boolean {
	return axisLength(orientation) > 0 && orientation[3] !== 0;
}

function ownPlacement({ orientation, position }: AsciiNode): Affine {
	return [...(isTurned(orientation) ? axisAngle(orientation) : IDENTITY.slice(0, 9)), ...position];
}

/** The parent of a node; undefined for a node that names itself, because it has the name of its model. */
function parentOf(node: AsciiNode, document: AsciiDocument): AsciiNode | undefined {
	const parent = node.parent === '' ? undefined : document.byName.get(node.parent.toLowerCase());
	return parent === node ? undefined : parent;
}

/** The columns of the rotation about an axis by an angle in radians, counter-clockwise seen against the axis (Rodrigues). */
function axisAngle(orientation: AsciiNode['orientation']): readonly number[] {
	const length = axisLength(orientation);
	const [x, y, z] = [orientation[0] / length, orientation[1] / length, orientation[2] / length];
	const cos = Math.cos(orientation[3]);
	const sin = Math.sin(orientation[3]);
	const rest = 1 - cos;
	return [
		cos + x * x * rest,
		y * x * rest + z * sin,
		z * x * rest - y * sin,
		x * y * rest - z * sin,
		cos + y * y * rest,
		z * y * rest + x * sin,
		x * z * rest + y * sin,
		y * z * rest - x * sin,
		cos + z * z * rest,
	];
}

/** The tool that wrote a walkmesh node, recognised by its habits (`docs/format.md` lists them). */
export function originOf(node: AsciiNode, document: AsciiDocument): AsciiOrigin {
	const { hints } = document;
	if (hints.has('KOTORJS')) return 'kotorjs';
	if (document.isModel)
		return node.aabb?.form === 'own-line' && document.layoutPosition === undefined ? 'kotorjs' : 'kotormax';
	if (hints.has('PYKOTOR') || node.aabb?.form === 'counted') return 'pykotor';
	if (document.isWalkmeshGeom || hints.has('MAXWALKMESH') || hints.has('NWMAX')) return 'nwmax';
	if (hints.has('MDLEDIT') || hints.has('WOKMESH') || hints.has('PWKMESH') || hints.has('DWKMESH')) return 'mdledit';
	return node.type === 'trimesh' ? 'mdlops' : 'engine';
}

/** The space of the vertices, and the reason for that conclusion. */
export interface SpaceChoice {
	readonly space: 'relative' | 'area';
	readonly because: string;
	/** True when nothing in the text shows it. */
	readonly guessed: boolean;
	/** True when the boxes of the aabb block are already in the space of the moved vertices. */
	readonly boxesMoved: boolean;
}

/** Tolerance for boxes in metres: readers grow them by 0.01 m, and they are written with six digits. */
const BOX_TOLERANCE = 0.02;

/** What vertices refer to in the texts of each tool; not for the `engine` form, which several tools write. */
const HABITS: Readonly<Record<Exclude<AsciiOrigin, 'engine'>, readonly ['relative' | 'area', string]>> = {
	nwmax: ['relative', 'NWmax writes them so'],
	kotormax: ['relative', 'nodes of a model are'],
	kotorjs: ['relative', 'nodes of a model are'],
	mdlops: ['area', 'MDLOps writes them so'],
	mdledit: ['area', 'MDLedit writes them so'],
	pykotor: ['area', 'PyKotor writes them so'],
};

/**
 * Decides whether the vertices of a room are relative to its node or in area space.
 *
 * 1. Boxes of the aabb block that hold the faces only once the node's placement is applied prove that it must be applied.
 *    (Boxes that hold them as they stand prove nothing: in all models of the game boxes are relative, like vertices.)
 * 2. Otherwise the habit of the tool that wrote the text, if it can be recognised.
 * 3. Otherwise the positions of the vertices. Seen from above, a node's origin lies within its own mesh in every room of the game
 *    that was examined; with vertices in area space it does so only by chance.
 *
 * @param moved the vertices with the node's placement applied
 */
export function chooseSpace(node: AsciiNode, moved: Float64Array, origin: AsciiOrigin): SpaceChoice {
	const positions = node.verts?.positions ?? moved;
	if (share(boxesHold(node, positions)) < 0.5 && share(boxesHold(node, moved)) > 0.9) {
		const because = 'the boxes of the aabb block hold the faces only so';
		return { space: 'relative', because, guessed: false, boxesMoved: true };
	}
	if (origin !== 'engine') {
		const [space, because] = HABITS[origin];
		return { space, because, guessed: false, boxesMoved: false };
	}
	return { ...choiceByPlace(positions, node.position), guessed: true, boxesMoved: false };
}

function choiceByPlace(positions: Float64Array, position: Vec3): Pick<SpaceChoice, 'space' | 'because'> {
	if (holdsInPlan(positions, [0, 0, 0])) {
		return { space: 'relative', because: "the node's origin lies among them, as it does in the game's rooms" };
	}
	const because = holdsInPlan(positions, position)
		? "the node's position lies among them as they stand"
		: "they lie far from the node's origin";
	return { space: 'area', because };
}

/** The number of leaf boxes of the aabb block, and how many of them contain their face. */
export interface BoxCount {
	readonly leaves: number;
	readonly holding: number;
}

/** Compares the boxes of the aabb block with vertices in the same space. @param positions 3 values for each vertex */
export function boxesHold({ aabb: tree, faces }: AsciiNode, positions: Float64Array): BoxCount {
	let leaves = 0;
	let holding = 0;
	if (tree === undefined || faces === undefined || tree.problem !== undefined) return { leaves, holding };
	for (let row = 0; row < tree.faces.length; row++) {
		const face = tree.faces[row];
		if (face < 0 || face >= faces.surfaces.length) continue;
		leaves++;
		if (boxHolds(tree.boxes, row, faces.corners, face, positions)) holding++;
	}
	return { leaves, holding };
}

/** The share of leaf boxes that contain their face. */
function share({ leaves, holding }: BoxCount): number {
	return leaves === 0 ? 1 : holding / leaves;
}

function boxHolds(
	boxes: Float64Array,
	row: number,
	corners: Uint32Array,
	face: number,
	positions: Float64Array,
): boolean {
	for (let axis = 0; axis < 3; axis++) {
		const a = boxes[row * 6 + axis];
		const b = boxes[row * 6 + 3 + axis];
		for (let corner = 0; corner < 3; corner++) {
			const at = positions[corners[face * 3 + corner] * 3 + axis];
			if (at < Math.min(a, b) - BOX_TOLERANCE || at > Math.max(a, b) + BOX_TOLERANCE) return false;
		}
	}
	return true;
}

/** True when a point lies within the bounds of the vertices, seen from above. */
function holdsInPlan(positions: Float64Array, [x, y]: Vec3): boolean {
	let west = Infinity;
	let east = -Infinity;
	let south = Infinity;
	let north = -Infinity;
	for (let i = 0; i < positions.length; i += 3) {
		west = Math.min(west, positions[i]);
		east = Math.max(east, positions[i]);
		south = Math.min(south, positions[i + 1]);
		north = Math.max(north, positions[i + 1]);
	}
	return west <= x && x <= east && south <= y && y <= north;
}

/** The dummy of a use hook. */
export interface HookNode {
	readonly node: AsciiNode;
	readonly role: HookRole;
	/** Name of the model it belongs to, as written; empty when names do not show it. */
	readonly model: string;
}

/** The properties of a walkmesh by which hooks are assigned to it. */
export interface HookOwner {
	readonly kind: WalkmeshKind;
	readonly doorState?: DoorState | undefined;
	readonly model: string;
	/** The geometry node and its placement, if there is one. */
	readonly geometry?: { readonly node: AsciiNode; readonly placement: Affine };
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
				report.add(ASCII_FINDINGS.ASCII_HOOK_REPEATED, { line: node.line, node: node.name }, { hook: node.name });
				continue;
			}
			const hook = { node, role, model };
			all.push(hook);
			this.#byKey.set(ownKey, hook);
			// Also without the model: if all hooks belong to one model, its name does not matter.
			if (!this.#byKey.has(key)) this.#byKey.set(key, hook);
			const models = this.#models.get(role.kind);
			if (models === undefined) this.#models.set(role.kind, new Set([model.toLowerCase()]));
			else models.add(model.toLowerCase());
		}
		this.all = all;
	}

	/** True when the text has hooks of several models. */
	hasModels(kind: WalkmeshKind): boolean {
		return (this.#models.get(kind)?.size ?? 0) > 1;
	}

	/** The kind of all hooks; undefined when there are none, or both kinds. */
	get onlyKind(): WalkmeshKind | undefined {
		const [kind, ...others] = this.#models.keys();
		return others.length === 0 ? kind : undefined;
	}

	/**
	 * The hook of a walkmesh. Kind and state must match; the model only if the text has hooks of several models. Hooks without a model then belong to
	 * walkmeshes that have none of their own.
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

/** The value of a vector mark; the last one, if there are several. */
export function vectorMark(marks: readonly Mark[], name: string): Vec3 | undefined {
	const mark = marks.findLast((candidate) => candidate.mark === name);
	return mark === undefined || mark.mark === 'banner' ? undefined : mark.value;
}

/**
 * The position of a dummy is relative to the walkmesh's position, whatever its parent: that is how the tools write it. Only for a dummy below a rotated
 * geometry node, the rotation is applied as to the vertices.
 */
function relativePosition(hook: AsciiNode, geometry: HookOwner['geometry']): Vec3 {
	const parent = hook.parent.toLowerCase();
	const below = geometry !== undefined && parent !== '' && parent === geometry.node.name.toLowerCase();
	const isTurned = below && isTurning(geometry.placement);
	const [x, y, z] = isTurned ? placeAll(withTranslation(geometry.placement, ZERO), hook.position) : hook.position;
	return [Math.fround(x), Math.fround(y), Math.fround(z)];
}

/** A name such as `pwk_use01` leaves the model to the parent, which is `<model>_pwk` or the geometry node. */
function modelOfHook(role: HookRole, parent: string): string {
	if (role.model !== undefined) return role.model;
	const above = nodeRole(parent);
	return above?.role === 'root' || above?.role === 'geometry' ? (above.model ?? '') : '';
}

/** The identity of a walkmesh node. */
export interface Identity {
	readonly kind: WalkmeshKind;
	readonly doorState: DoorState | undefined;
	/** Name of the room or model in the text; empty without one. */
	readonly model: string;
	/** True when no name shows the state of a door. */
	readonly stateAssumed: boolean;
}

/**
 * Identifies a node, by the first of these that decides: wokflow's own mark; the names of the node and its parent; the type `aabb`, which only rooms
 * have; the options of the caller; comments, room links and hooks elsewhere in the text.
 */
export function identify(node: AsciiNode, document: AsciiDocument, hooks: HookIndex, options: AsciiOptions): Identity {
	const banner = bannerOf(node);
	if (banner !== undefined) {
		return { kind: banner.kind, doorState: banner.doorState, model: banner.name, stateAssumed: false };
	}
	const role = geometryRole(node.name);
	const above = geometryRole(node.parent);
	const kind = kindByNames(node, role, above) ?? options.kind ?? kindByText(node, document, hooks);
	const state = kind === 'door' ? (role?.doorState ?? above?.doorState) : undefined;
	return {
		kind,
		doorState: kind === 'door' ? (state ?? 'closed') : undefined,
		model:
			node.whole ||
			role?.model ||
			above?.model ||
			modelOfParent(node, document) ||
			(role === undefined ? node.name : ''),
		stateAssumed: kind === 'door' && state === undefined,
	};
}

/** The mark that identifies a node; the last one, if there are several. */
export function bannerOf(node: AsciiNode): BannerMark | undefined {
	return node.marks.findLast((mark) => mark.mark === 'banner');
}

function kindByNames(
	node: AsciiNode,
	role: GeometryRole | undefined,
	above: GeometryRole | undefined,
): WalkmeshKind | undefined {
	if (above?.role === 'root') return above.kind;
	// A room may be called `plc_…`, and `<name>_wg` is used for rooms and placeables alike; the type decides.
	const plain = role?.kind === 'placeable' && !/pwk/i.test(node.name);
	if (node.type === 'aabb' && (role === undefined || plain)) return 'area';
	return role?.open ? undefined : role?.kind;
}

function kindByText(node: AsciiNode, { hints }: AsciiDocument, hooks: HookIndex): WalkmeshKind {
	if (node.type === 'aabb' || node.roomlinks !== undefined) return 'area';
	if (hints.has('PWKMESH')) return 'placeable';
	if (hints.has('DWKMESH')) return 'door';
	if (hints.has('WOKMESH') || hints.has('MAXWALKMESH')) return 'area';
	return hooks.onlyKind ?? 'area';
}

/** The model of a node: a parent that is not a node of the text is the name of the model. */
function modelOfParent({ parent }: AsciiNode, document: AsciiDocument): string {
	if (parent === '' || /^null$/i.test(parent)) return '';
	return document.byName.has(parent.toLowerCase()) ? '' : parent;
}

function geometryRole(name: string): GeometryRole | undefined {
	const role = nodeRole(name);
	return role?.role === 'geometry' || role?.role === 'root' ? role : undefined;
}
