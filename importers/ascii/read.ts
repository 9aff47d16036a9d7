import { type AsciiOrigin, hooksByRule, type Mark } from '../../src/bwm/ascii.ts';
import { ASCII_FINDINGS } from '../../src/bwm/ascii-findings.ts';
import { defaultsOf } from '../../src/findings/options.ts';
import type { Report } from '../../src/findings/report.ts';
import type { Affine } from '../../src/math/affine.ts';
import { type Vec3, ZERO } from '../../src/math/vec3.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import type { DoorState, Hooks, WalkmeshKind } from '../../src/model/walkmesh.ts';
import { createWalkmesh, modelOfFile, type Walkmesh } from '../../src/model/walkmesh.ts';
import { type GeometryRole, type HookRole, nodeRole } from '../../src/scene/roles.ts';
import { textProblem } from '../../src/text/text.ts';
import type { AabbTree } from '../../src/tree/tree.ts';
import { type PlacingContext, placeGeometry, readTransitions } from './geometry.ts';
import { ASCII_READ_OPTIONS } from './options.ts';
import type { AsciiDocument } from './parse.ts';
import { type AsciiNode, type AsciiOptions, isWalkmeshNode, parseAscii } from './parse.ts';
import { bannerOf, chainOf, isTurning, originOf, placeAll, vectorMark, withTranslation } from './placement.ts';

/** One walkmesh of a text. */
export interface AsciiWalkmesh {
	/** Faces in the order of the text, which need not have walkable ones first. */
	readonly walkmesh: Walkmesh;
	/** The tree of the aabb block, if it is kept; leaves are face indices of `walkmesh`. */
	readonly tree?: AabbTree;
	/** The tool that wrote the text. */
	readonly dialect: AsciiOrigin;
}

export interface AsciiContext {
	readonly report: Report;
	readonly surfaces: SurfaceTable;
	/** Name of the file without folder and extension; empty to use the name in the text. */
	readonly name: string;
}

/** Names of left-out nodes that a finding lists. */
const MOST_NAMES = 10;

/**
 * Reads a text of any dialect: NWmax, MDLOps, MDLedit, KOTORMax and KotOR.js models, PyKotor, the engine's plain form.
 * A text can hold several walkmeshes, as the three of a door. Coordinates are read as they are; what the engine does to
 * those near whole numbers is the stage `snap`.
 *
 * @throws InputError for bytes that are not such a text, and for rows, numbers and vertex indices that cannot be read
 */
export function readAscii(bytes: Uint8Array, options: AsciiOptions, context: AsciiContext): AsciiWalkmesh[] {
	const { report } = context;
	const problem = bytes.length === 0 ? { reason: 'it is empty', offset: 0 } : textProblem(bytes);
	if (problem !== undefined)
		report.fail(ASCII_FINDINGS.ASCII_NOT_TEXT, { offset: problem.offset }, { reason: problem.reason });
	const { document, rows } = parseAscii(bytes, report, options.maxTriangles);
	const hooks = new HookIndex(document, report);
	const reader: Reader = {
		...context,
		document,
		rows,
		hooks,
		options: { ...defaultsOf(ASCII_READ_OPTIONS), ...options },
	};
	const nodes = document.nodes.filter((node) => isWalkmeshNode(node, document));
	const walkmeshes = nodes.map((node) => readNode(node, reader));
	if (!document.isModel) walkmeshes.push(...hooksAlone(walkmeshes, reader));
	if (walkmeshes.length === 0) report.fail(ASCII_FINDINGS.ASCII_NO_WALKMESH, {}, { nodes: document.nodes.length });
	reportSkipped(nodes, reader);
	return named(walkmeshes, context);
}

interface Reader extends AsciiContext, PlacingContext {
	readonly hooks: HookIndex;
}

function readNode(node: AsciiNode, reader: Reader): AsciiWalkmesh {
	const { document, hooks, options, surfaces: table } = reader;
	const report = node.name === '' ? reader.report : reader.report.within({ node: node.name });
	const { kind, doorState, model, stateAssumed } = identify(node, document, hooks, options);
	if (stateAssumed) report.add(ASCII_FINDINGS.ASCII_DOOR_STATE, { line: node.line }, {});
	const { positions, position, placement, tree } = placeGeometry(node, kind, { ...reader, report });
	const surfaces = node.faces?.surfaces ?? new Uint32Array(0);
	const owner = { kind, doorState, model, geometry: { node, placement } };
	const walkmesh = createWalkmesh({
		name: model,
		kind,
		positions,
		faces: node.faces?.corners ?? new Uint32Array(0),
		surfaces,
		transitions: readTransitions(node.roomlinks, surfaces, table, report),
		position,
		hooks: hooksOf(owner, hooks, position, node.marks),
		...(doorState === undefined ? {} : { doorState }),
	});
	const dialect = originOf(node, document);
	return tree === undefined ? { walkmesh, dialect } : { walkmesh, tree, dialect };
}

/** Placeables and door states that have hooks but no faces: the game has such files. */
function hooksAlone(walkmeshes: readonly AsciiWalkmesh[], { hooks, report }: Reader): AsciiWalkmesh[] {
	const alone: AsciiWalkmesh[] = [];
	const seen = new Set(walkmeshes.map(({ walkmesh }) => `${walkmesh.kind} ${walkmesh.doorState ?? ''}`));
	for (const { role, model, node } of hooks.all) {
		const { kind, doorState } = role;
		const state = `${kind} ${doorState ?? ''}`;
		const key = hooks.hasModels(kind) ? `${state} ${model.toLowerCase()}` : state;
		if (seen.has(state) || seen.has(key)) continue;
		seen.add(key);
		report.add(ASCII_FINDINGS.ASCII_HOOKS_ONLY, { line: node.line, node: node.name }, { kind });
		const walkmesh = createWalkmesh({
			name: model,
			kind,
			positions: new Float32Array(0),
			faces: new Uint32Array(0),
			surfaces: new Uint32Array(0),
			hooks: hooksOf({ kind, doorState, model }, hooks, ZERO, []),
			...(doorState === undefined ? {} : { doorState }),
		});
		alone.push({ walkmesh, dialect: 'engine' });
	}
	return alone;
}

/** Reports nodes that are neither a walkmesh, nor a hook, nor a parent of one. */
function reportSkipped(nodes: readonly AsciiNode[], { document, report }: Reader): void {
	const used = new Set<AsciiNode>();
	for (const node of nodes) for (const above of chainOf(node, document).nodes) used.add(above);
	const skipped = document.nodes.filter((node) => !used.has(node) && !isHookOrRoot(node));
	if (skipped.length === 0) return;
	const names = skipped.slice(0, MOST_NAMES).map((node) => node.name || `(${node.type || 'node'})`);
	report.add(ASCII_FINDINGS.ASCII_NODES_SKIPPED, { line: skipped[0].line }, { nodes: skipped.length, names });
}

function isHookOrRoot({ type, name }: AsciiNode): boolean {
	const role = nodeRole(name)?.role;
	return type === 'dummy' && (role === 'hook' || role === 'root');
}

/**
 * Names walkmeshes after the file, whatever name the text has, unless it holds several models. Behind the name of a door the file of one state may
 * have the digit of that state.
 */
function named(walkmeshes: readonly AsciiWalkmesh[], { name: stem, report }: AsciiContext): AsciiWalkmesh[] {
	if (stem === '') return [...walkmeshes];
	const inside = new Set(walkmeshes.map(({ walkmesh }) => walkmesh.name.toLowerCase()).filter((model) => model !== ''));
	const [model] = inside;
	const several = inside.size > 1;
	const held = walkmeshes.map(({ walkmesh }) => walkmesh);
	const name = inside.has(stem.toLowerCase()) ? stem : modelOfFile(stem, held);
	if (!several && model !== undefined && model !== name.toLowerCase()) {
		const spelt = held.find((walkmesh) => walkmesh.name !== '')?.name ?? model;
		report.add(ASCII_FINDINGS.ASCII_NAME, {}, { inside: spelt, used: name });
	}
	return walkmeshes.map((read) => {
		const own = several && read.walkmesh.name !== '' ? read.walkmesh.name : name;
		return { ...read, walkmesh: { ...read.walkmesh, name: own } };
	});
}

/** The dummy of a use hook. */
interface HookNode {
	readonly node: AsciiNode;
	readonly role: HookRole;
	/** Name of the model it belongs to, as written; empty when names do not show it. */
	readonly model: string;
}

/** The properties of a walkmesh by which hooks are assigned to it. */
interface HookOwner {
	readonly kind: WalkmeshKind;
	readonly doorState?: DoorState | undefined;
	readonly model: string;
	/** The geometry node and its placement, if there is one. */
	readonly geometry?: { readonly node: AsciiNode; readonly placement: Affine };
}

/** The hook dummies of a text. A second one of the same hook is reported and left out. */
class HookIndex {
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
				const problem = `there is a second hook "${node.name}"; using the first`;
				report.add(ASCII_FINDINGS.ASCII_FAULT, { line: node.line, node: node.name }, { problem });
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
function hooksOf(owner: HookOwner, hooks: HookIndex, position: Vec3, marks: readonly Mark[]): Hooks {
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
interface Identity {
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
function identify(node: AsciiNode, document: AsciiDocument, hooks: HookIndex, options: AsciiOptions): Identity {
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
