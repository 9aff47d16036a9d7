import type { AsciiOrigin } from '../../src/bwm/ascii.ts';
import { ASCII_FINDINGS } from '../../src/bwm/ascii-findings.ts';
import { defaultsOf } from '../../src/findings/options.ts';
import type { Report } from '../../src/findings/report.ts';
import { ZERO } from '../../src/math/vec3.ts';
import type { SurfaceTable } from '../../src/model/surfaces.ts';
import { createWalkmesh, modelOfFile, type Walkmesh } from '../../src/model/walkmesh.ts';
import { nodeRole } from '../../src/scene/roles.ts';
import { textProblem } from '../../src/text/text.ts';
import type { AabbTree } from '../../src/tree/tree.ts';
import { type PlacingContext, placeGeometry, readTransitions } from './geometry.ts';
import { ASCII_READ_OPTIONS } from './options.ts';
import { type AsciiNode, type AsciiOptions, isWalkmeshNode, parseAscii } from './parse.ts';
import { chainOf, HookIndex, hooksOf, identify, originOf } from './placement.ts';

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
