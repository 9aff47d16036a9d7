import type { BwmFile } from '../bwm/index.ts';
import { BOX_HABITS, boxHabits } from './box-habit.ts';
import { identifyObject } from './identify-object.ts';
import type { Candidate, Confidence, Identification } from './identity.ts';
import { looksOwn, ownSplit } from './own-hand.ts';
import { type TableTraits, tableTraits } from './table-traits.ts';
import { TOOL_NAMES, type ToolId, TREE_PROFILES, type TreeProfile } from './tools.ts';
import { type TreeTraits, treeTraits } from './tree-traits.ts';

/** What a fit is worth when the boxes are not the tool's. */
const OTHER_BOXES = 0.1;
/** A tree of another version of this program fits no better than this. */
const OWN_VERSION = 0.75;

/**
 * Names the tool that wrote a binary walkmesh, from habits in its tables that mean nothing to the game: how the tree is split, what its
 * planes follow, how far boxes reach, how normals are rounded. Says that it cannot tell where the evidence is thin.
 */
export function identifyBwm(file: BwmFile): Identification {
	const tables = tableTraits(file);
	if (!tables.area) return identifyObject(tables);
	if (file.aabb.nodeCount === 0) return withoutTree(tables);
	const tree = treeTraits(file.aabb, file.vertices, file.faces);
	const evidence = treeEvidence(tree, tables);
	const fits = new Map<ToolId, number>(TREE_PROFILES.map((profile) => [profile.tool, fitOf(profile, tree)]));
	judgePyKotor(fits, tree, tables, evidence);
	judgeOwn(fits, file, tree, evidence);
	judgeKotorJs(fits, tables, evidence);
	return decide(fits, tree, tables, evidence);
}

function withoutTree(tables: TableTraits): Identification {
	const evidence = [tables.headerOnly ? 'there is a header and nothing else' : 'there is no tree to tell by'];
	return { confidence: 'none', candidates: [], evidence, traits: { tables } };
}

function fitOf(profile: TreeProfile, tree: TreeTraits): number {
	if (tree.followed === 0) return 0;
	const split = profile.splits(tree) / tree.followed;
	const planed = profile.planed(tree) / Math.max(1, profile.planedOf(tree));
	return split * planed * (boxHabits(tree.margins).includes(profile.boxes) ? 1 : OTHER_BOXES);
}

function treeEvidence(tree: TreeTraits, tables: TableTraits): string[] {
	const evidence = boxHabits(tree.margins).map((habit) => BOX_HABITS[habit]);
	const { followed, splits, planes, planeValues, base } = tree;
	const of = (count: number): string => `${count} of ${followed} inner nodes`;
	evidence.push(`${of(splits.median)} are split at the median along the longest side`);
	evidence.push(
		`${of(splits.mean.longest)} are split at the mean along the longest side, ` +
			`${splits.mean.neighbours} where z is only compared with y`,
	);
	evidence.push(`${of(planes.centres)} have the plane that the centres of their boxes give`);
	evidence.push(`planes of inner nodes: ${planeValues.map(([value, count]) => `${value} (${count} ×)`).join(', ')}`);
	if (base !== 'node') evidence.push(`children are counted in another way than the game's: ${base}`);
	const { exact, of: faces } = tables.normals;
	evidence.push(`${exact} of ${faces} normals are rounded once, from float64`);
	return evidence;
}

/** Versions between the older and the newest ones count children from 1 or write no perimeters. */
function judgePyKotor(fits: Map<ToolId, number>, tree: TreeTraits, tables: TableTraits, evidence: string[]): void {
	const isNewer = tree.base === 'node + 1' || tables.perimetersEmpty;
	if (tables.perimetersEmpty) evidence.push(`there are ${tables.edges} perimeter edges, but no perimeters`);
	if (!isNewer) return;
	fits.set('pykotor-newer', Math.max(fits.get('pykotor') ?? 0, fits.get('pykotor-newer') ?? 0));
	for (const tool of fits.keys()) if (tool !== 'pykotor-newer') fits.set(tool, (fits.get(tool) ?? 0) * OTHER_BOXES);
}

function judgeOwn(fits: Map<ToolId, number>, file: BwmFile, tree: TreeTraits, evidence: string[]): void {
	const split = ownSplit(file);
	if (split !== undefined) {
		fits.set('wokflow', 1);
		evidence.push(
			`wokflow builds this very tree${split === 'median' ? ' when told to split as the game does' : ''}, bit for bit`,
		);
		return;
	}
	const isLike = boxHabits(tree.margins).includes('game') && looksOwn(tree, file.materials.length);
	fits.set('wokflow', isLike ? OWN_VERSION : 0);
	if (isLike) evidence.push('the tree is balanced and cheap to walk, as other versions of wokflow may build it');
}

/** It keeps trees as they were, but its normals are as long as the face is large. */
function judgeKotorJs(fits: Map<ToolId, number>, tables: TableTraits, evidence: string[]): void {
	const { unscaled, of } = tables.normals;
	if (unscaled === 0) return;
	evidence.push(`${unscaled} of ${of} normals are not one long`);
	if (unscaled * 2 <= of) return;
	evidence.push('the tree is whose file was edited, as KotOR.js keeps it');
	for (const tool of fits.keys()) fits.set(tool, (fits.get(tool) ?? 0) * OTHER_BOXES);
	fits.set('kotorjs', unscaled / of);
}

function decide(
	fits: ReadonlyMap<ToolId, number>,
	tree: TreeTraits,
	tables: TableTraits,
	evidence: readonly string[],
): Identification {
	const candidates: Candidate[] = [...fits]
		.map(([tool, fit]) => ({ tool, name: TOOL_NAMES[tool], fit }))
		.filter(({ fit }) => fit >= 0.05)
		.sort((a, b) => b.fit - a.fit);
	const traits = { tables, tree };
	const [best, second] = candidates;
	const confidence = best === undefined ? 'none' : confidenceOf(best.fit, best.fit - (second?.fit ?? 0), tree.followed);
	if (confidence === 'none') return { confidence, candidates, evidence, traits };
	return { tool: best.tool, name: best.name, confidence, candidates, evidence, traits };
}

/** As many nodes that fit one tool and not the next are no chance. */
const DECISIVE_NODES = 10;

/**
 * Few nodes fit many rules by chance, and two rules that differ in one node of forty are hardly apart: so an answer needs nodes, a
 * good fit, and a distance to the next one.
 */
function confidenceOf(fit: number, ahead: number, nodes: number): Confidence {
	if (fit >= 0.8 && nodes >= 30 && (ahead >= 0.08 || ahead * nodes >= DECISIVE_NODES)) return 'high';
	if (fit >= 0.7 && nodes >= 10 && ahead >= 0.03) return 'medium';
	if (fit >= 0.6 && nodes >= 4 && ahead > 0.005) return 'low';
	return 'none';
}
