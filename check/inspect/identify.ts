import type { BwmFile } from '../../src/bwm/bwm-file.ts';
import { defineFindings } from '../../src/findings/report.ts';
import { type AabbSplit, buildAabbTree, LEVELS_BEYOND } from '../../src/tree/build.ts';
import { leastDepth } from '../../src/tree/tree.ts';
import {
	BOX_HABITS,
	type BoxHabit,
	boxHabits,
	type TableTraits,
	type TreeTraits,
	tableTraits,
	treeTraits,
} from './traits.ts';

export const IDENTIFY_FINDINGS = defineFindings({
	IDENTIFY_SCENE: {
		severity: 'error',
		meaning: 'Tools are identified by the tables of a walkmesh, and a scene has none.',
		message: (_: Record<string, never>): string =>
			'This is a scene, not a walkmesh: no tool has left its habits in it.',
		help: 'Name binary or ASCII walkmeshes.',
	},
});

/** Tools that write binary walkmeshes. */
type ToolId = 'game' | 'mdledit' | 'mdlops' | 'kotorblender' | 'pykotor' | 'pykotor-newer' | 'kotorjs' | 'wokflow';

const TOOL_NAMES: Readonly<Record<ToolId, string>> = {
	game: 'the game’s own compiler',
	mdledit: 'MDLedit',
	mdlops: 'MDLOps',
	kotorblender: 'kotorblender',
	pykotor: 'PyKotor',
	'pykotor-newer': 'PyKotor, a newer version',
	kotorjs: 'KotOR.js',
	wokflow: 'wokflow',
};

/** How a tool builds its tree, and how to count nodes of a tree that agree. */
interface TreeProfile {
	readonly tool: ToolId;
	readonly boxes: BoxHabit;
	/** The rules for splits and planes, in words for the evidence. */
	readonly split: string;
	readonly planes: string;
	/** Number of inner nodes that are split by this rule. */
	splits(traits: TreeTraits): number;
	/** Of these, the number of nodes with the plane of this tool. */
	planed(traits: TreeTraits): number;
	/** The number of nodes that `planed` is out of. */
	planedOf(traits: TreeTraits): number;
}

const AT_MEDIAN = 'at the median of the centroids, along the longest side';
const CENTRES = 'by the way between the centres of the boxes';
const POSITIVE = 'along the axis of the split, never negative';

/**
 * Profiles of the game and MDLedit are from real files: all inner nodes of untouched rooms (1,034), of MDLedit's (757) and of PyKotor's (3,170) agree
 * with their profile. Those of kotorblender, MDLOps, newer PyKotor and KotOR.js 2.1 are from their source code. Older KotOR.js keeps the tree that it
 * read, so it has no profile.
 */
const TREE_PROFILES: readonly TreeProfile[] = [
	{ tool: 'game', boxes: 'game', split: AT_MEDIAN, planes: CENTRES, ...median('centres') },
	{ tool: 'mdledit', boxes: 'mdledit', split: AT_MEDIAN, planes: POSITIVE, ...median('axis') },
	{ tool: 'mdlops', boxes: 'none', split: AT_MEDIAN, planes: CENTRES, ...median('centres') },
	{
		tool: 'kotorblender',
		boxes: 'none',
		split: 'at the mean of the centroids, along the longest side',
		planes: POSITIVE,
		...mean('longest'),
	},
	{
		tool: 'pykotor',
		boxes: 'none',
		split: 'at the mean of the centroids, along y if longer than x, but z if longer than y',
		planes: POSITIVE,
		...mean('neighbours'),
	},
	{
		tool: 'pykotor-newer',
		boxes: 'sunk',
		split: 'at the mean of the centroids, along y if longer than x, but z if longer than y',
		planes: POSITIVE,
		...mean('neighbours'),
	},
	{
		tool: 'kotorjs',
		boxes: 'even',
		split: 'at a median',
		planes: 'none: all are 0',
		// Splits are not compared, because no other tool leaves planes at 0.
		splits: ({ followed }) => followed,
		planed: unplaned,
		planedOf: ({ inner }) => inner,
	},
];

/** Number of inner nodes without a plane. */
function unplaned({ planeValues }: TreeTraits): number {
	return planeValues.find(([value]) => value === 0)?.[1] ?? 0;
}

type Counting = Pick<TreeProfile, 'splits' | 'planed' | 'planedOf'>;

function median(planes: 'centres' | 'axis'): Counting {
	return {
		splits: ({ splits }) => splits.median,
		planed: (traits) => (planes === 'centres' ? traits.planes.centres : traits.planes.axis.median),
		planedOf: ({ followed }) => followed,
	};
}

/** Versions differ in writing the plane z as 4 or as 3. */
function mean(rule: 'longest' | 'neighbours'): Counting {
	return {
		splits: ({ splits }) => splits.mean[rule],
		planed: ({ planes }) => Math.max(planes.axis[rule], planes.numbered[rule]),
		planedOf: ({ splits }) => splits.mean[rule],
	};
}

/**
 * Names the tool that wrote the walkmesh of a placeable or door. These have no tree, so there is little evidence: in the game's own files all normals
 * are zero (in all of them, by a public census), some tools give offsets to tables that such a file cannot have, and the others write alike.
 */
function identifyObject(file: BwmFile, tables: TableTraits): Identification {
	const { normals, strayOffsets, strayNodes, hooksZero, faces } = tables;
	const answer = (confidence: Confidence, tools: readonly ToolId[], ...evidence: string[]): Identification => {
		const candidates: Candidate[] = tools.map((tool) => ({ tool, name: TOOL_NAMES[tool], fit: 1 / tools.length }));
		const traits = { tables };
		if (confidence === 'none') return { confidence, candidates, evidence, traits };
		return { tool: tools[0], name: TOOL_NAMES[tools[0]], confidence, candidates, evidence, traits };
	};
	if (strayNodes > 0) {
		const stray = `a placeable or door with a tree of ${strayNodes} nodes`;
		const tree = treeTraits(file.aabb, file.vertices, file.faces);
		const isEven = boxHabits(tree.margins).includes('even');
		if (isEven && unplaned(tree) === tree.inner) {
			return answer(
				'high',
				['kotorjs'],
				stray,
				BOX_HABITS.even,
				'no inner node has a plane, as KotOR.js 2.1 writes it',
			);
		}
		return answer('high', ['pykotor'], `${stray}: PyKotor writes one, and KotOR.js with other boxes`);
	}
	const unscaled = `${normals.unscaled} of ${normals.of} normals are not one long`;
	if (normals.of > 0 && normals.unscaled * 2 > normals.of) return answer('medium', ['kotorjs'], unscaled);
	if (strayOffsets > 0) {
		const stray = `${strayOffsets} tables that a placeable or door cannot have are given an offset`;
		if (hooksZero) return answer('low', ['pykotor-newer', 'kotorjs'], stray, 'all hooks are zero');
		return answer('medium', ['pykotor'], stray, 'hooks are kept');
	}
	if (faces === 0) return answer('none', [], 'there are hooks and nothing else');
	if (normals.of > 0 && normals.zero === normals.of) {
		return answer('high', ['game'], 'all normals are zero, as in every placeable and door of the game');
	}
	const rounded = `${normals.exact} of ${normals.of} normals are rounded once, from float64`;
	const not = 'normals are not zero, so the game did not write it';
	const others: ToolId[] = ['mdledit', 'mdlops', 'kotorblender'];
	return answer('none', normals.exact === normals.of ? ['wokflow', ...others] : others, not, rounded);
}

/** The option with which wokflow builds exactly the tree of a file, word for word; undefined if there is none. */
function ownSplit({ aabb, vertices, faces }: BwmFile): AabbSplit | undefined {
	return (['best', 'fast', 'median'] as const).find((split) => {
		const built = buildAabbTree(vertices, faces, { tree: split });
		return built.i32.length === aabb.i32.length && built.i32.every((word, at) => word === aabb.i32[at]);
	});
}

/**
 * True if another version of wokflow may have built a tree: the game's planes in all nodes, no deeper than trees of this version, and split
 * neither at medians nor at means.
 */
function looksOwn({ followed, splits, planes, depth }: TreeTraits, faceCount: number): boolean {
	const share = (count: number): number => count / Math.max(1, followed);
	return (
		share(planes.centres) >= 0.98 &&
		share(splits.median) < 0.9 &&
		Math.max(share(splits.mean.longest), share(splits.mean.neighbours)) < 0.9 &&
		depth <= leastDepth(faceCount) + LEVELS_BEYOND.best
	);
}

/** Factor for a fit if the boxes are not those of the tool. */
const OTHER_BOXES = 0.1;
/** The fit of a tree by another version of wokflow. */
const OWN_VERSION = 0.75;

/**
 * Names the tool that wrote a binary walkmesh. The evidence is in details of its tables that have no meaning to the game: how the tree is split,
 * which rule its planes follow, the margins of boxes, and how normals are rounded. Gives no answer where the evidence is thin.
 *
 * @example
 * const { confidence, candidates, evidence } = identifyBwm(decodeBwm(bytes, report));
 */
export function identifyBwm(file: BwmFile): Identification {
	const tables = tableTraits(file);
	if (!tables.area) return identifyObject(file, tables);
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

/** Versions between the older and the newest ones count children from 1, or write no perimeters. */
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

/** KotOR.js keeps the tree that it read, but does not normalize normals: they are longer the larger the face. */
function judgeKotorJs(fits: Map<ToolId, number>, tables: TableTraits, evidence: string[]): void {
	const { unscaled, of } = tables.normals;
	if (unscaled === 0) return;
	evidence.push(`${unscaled} of ${of} normals are not one long`);
	if (unscaled * 2 <= of) return;
	evidence.push('the tree is whose file was edited, as KotOR.js keeps it');
	for (const tool of fits.keys()) fits.set(tool, (fits.get(tool) ?? 0) * OTHER_BOXES);
	fits.set('kotorjs', Math.max(unscaled / of, fits.get('kotorjs') ?? 0));
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

/** If this many nodes agree with one tool and not with the next one, it is not by chance. */
const DECISIVE_NODES = 10;

/**
 * A few nodes agree with many rules by chance, and rules that differ in one node of forty cannot be told apart. So a confident answer needs many
 * nodes, a good fit, and a distance to the next tool.
 */
function confidenceOf(fit: number, ahead: number, nodes: number): Confidence {
	if (fit >= 0.8 && nodes >= 30 && (ahead >= 0.08 || ahead * nodes >= DECISIVE_NODES)) return 'high';
	if (fit >= 0.7 && nodes >= 10 && ahead >= 0.03) return 'medium';
	if (fit >= 0.6 && nodes >= 4 && ahead > 0.005) return 'low';
	return 'none';
}

/** How certain an answer is; `none`: there is no evidence. */
type Confidence = 'high' | 'medium' | 'low' | 'none';

/** A tool that may have written the file. */
export interface Candidate {
	readonly tool: ToolId;
	readonly name: string;
	/** Share of the evidence that agrees with the tool, 0 to 1. */
	readonly fit: number;
}

/** Which tool wrote a binary walkmesh, and the evidence. */
export interface Identification {
	/** Undefined if the evidence is thin or agrees with several tools. */
	readonly tool?: ToolId;
	readonly name?: string;
	readonly confidence: Confidence;
	/** Best first. */
	readonly candidates: readonly Candidate[];
	/** Sentences without a full stop, in the order of the tests. */
	readonly evidence: readonly string[];
	readonly traits: { readonly tables: TableTraits; readonly tree?: TreeTraits };
}
