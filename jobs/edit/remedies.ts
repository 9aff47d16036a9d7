import type { Action, CommandAction, Finding, OptionAction } from '../../src/findings/report.ts';
import { WELD_OPTIONS } from '../../src/geometry/weld.ts';
import { aboutLayout } from '../../src/model/advice.ts';
import { kindOfFileName } from '../../src/model/file-names.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { sillAcross, wholeMillimetres } from '../../src/seams/facing-edges.ts';
import { FIX_OPTIONS } from './mend-options.ts';

/**
 * Which stage or option fixes which finding: the one list from which `fix` chooses its steps and `check` the command that it proposes.
 */

/** A stage that fixes something, and its options. */
export type Step = readonly [name: string, options: Readonly<Record<string, unknown>>];

/** Stages that fix a room, in the order they run, each with the codes of findings that it fixes without further options. */
export const STEPS: readonly { readonly stage: string; readonly codes: readonly string[] }[] = [
	// Copies of faces may have vertices of their own.
	{ stage: 'weld', codes: ['GROUND_TORN', 'FACE_DUPLICATE'] },
	{ stage: 'join-near', codes: ['VERTEX_NEAR_MISS'] },
	{ stage: 'drop-degenerate', codes: ['FACE_DEGENERATE', 'FACE_NOT_FINITE'] },
	{ stage: 'drop-duplicate', codes: ['FACE_DUPLICATE'] },
	{ stage: 'fix-winding', codes: ['WALKABLE_FACE_DOWN', 'WALKABLE_UPSIDE_DOWN'] },
	{ stage: 'mend-seams', codes: ['GROUND_CRACK'] },
	{ stage: 'fix-tjunctions', codes: ['T_JUNCTION'] },
	{ stage: 'drop-unused', codes: ['VERTICES_UNUSED'] },
];

/** Findings between two rooms that are not about a link. */
const BETWEEN_ROOMS: readonly string[] = ['SEAM_NEAR', 'ROOM_UNREACHABLE'];
/** Codes of findings that deriving the tables anew fixes. */
const TABLES =
	/^(?:TABLE|TREE)_|^BWM_(?:EDGE_RANGE|TRANSITION_NEGATIVE|HEADER_NOT_FINITE)$|^TRANSITION_NOT_ON_PERIMETER$/;
/** Codes of findings that linking the level anew fixes. */
const LINKS =
	/^(?:LINK_(?:UNCONFIRMED|OUT_OF_RANGE|TO_SELF|WITHOUT_GROUND|ONE_WAY)|LINKS_MISNUMBERED|ROOM_UNLINKED|SEAM_UNLINKED)$/;

/** True for a finding that deriving the tables anew fixes. A note alone is not a reason to do so. */
export function needsTables({ code, severity }: Finding): boolean {
	return TABLES.test(code) && severity !== 'info';
}

/** True for a finding that linking the rooms anew fixes. @param reach how far edges may be moved, in metres */
export function needsLinks({ code, data }: Finding, reach: number): boolean {
	return LINKS.test(code) && !(code === 'SEAM_UNLINKED' && misfit(data) > reach);
}

/** How far the two sides of a seam or crack have to move, in metres. */
function misfit(data: Finding['data']): number {
	return typeof data?.['snap'] === 'number' ? data['snap'] : 0;
}

/** For findings that are only fixed on request: the options to name, by code; undefined where no option helps. */
const BY_NAME: Readonly<Record<string, (data: NonNullable<Finding['data']>) => readonly OptionAction[] | undefined>> = {
	WALKABLE_FACE_DOWN: () => [{ option: 'orient', value: 'flip' }],
	WALKABLE_UPSIDE_DOWN: () => [{ option: 'orient', value: 'flip' }],
	FACE_DOUBLE_SIDED: () => [{ option: 'backs', value: 'drop' }],
	WALKABLE_FACE_HANGING: () => [{ option: 'steep', value: THRESHOLDS.tooSteep }],
	WALKABLE_FACE_VERTICAL: () => [{ option: 'steep', value: THRESHOLDS.tooSteep }],
	GROUND_TOO_STEEP: () => [{ option: 'steep', value: THRESHOLDS.tooSteep }],
	// That would close the stair.
	GROUND_STEEP: ({ risers }) => (risers === undefined ? [{ option: 'steep', value: THRESHOLDS.steep }] : undefined),
	// The last step welds, which may move vertices, too.
	GROUND_CRACK: (data) => closed(data, wholeMillimetres(misfit(data) + WELD_OPTIONS.tolerance.default)),
	SEAM_UNLINKED: (data) => closed(data, misfit(data)),
	SEAM_NEAR: across,
	WALKABLE_ISLANDS: ({ gap }) => bridged(gap),
	GROUND_SEPARATE: across,
	ROOM_UNREACHABLE: ({ nearest }) => {
		const { kind, distance } = (nearest ?? {}) as { readonly kind?: unknown; readonly distance?: unknown };
		return kind === 'gap' ? bridged(distance) : undefined;
	},
};

/** @param reach how far vertices have to move, metres */
function closed(data: NonNullable<Finding['data']>, reach: number): readonly OptionAction[] | undefined {
	if (reach <= FIX_OPTIONS.reach.default) return [];
	return reach <= THRESHOLDS.snap ? [{ option: 'reach', value: reach }] : across(data);
}

/** What lays ground across a gap; a step is not closed so. */
function across({ gap, kind }: NonNullable<Finding['data']>): readonly OptionAction[] | undefined {
	return kind === 'gap' ? bridged(gap) : undefined;
}

function bridged(gap: unknown): readonly OptionAction[] | undefined {
	const value = typeof gap === 'number' ? sillAcross(gap) : undefined;
	return value === undefined ? undefined : [{ option: 'sills', value }];
}

/** The options with which `fix` fixes a finding: an empty list if it needs none; undefined if it cannot fix the finding. */
function remedyOf(finding: Finding): readonly OptionAction[] | undefined {
	const { code, data = {} } = finding;
	if (Object.hasOwn(BY_NAME, code)) return BY_NAME[code](data);
	const isMended = needsTables(finding) || LINKS.test(code) || STEPS.some(({ codes }) => codes.includes(code));
	return isMended ? [] : undefined;
}

/**
 * Adds to a finding the exact command that fixes it, with `fix` or `link`; a finding without such a command is returned unchanged.
 * @param layout the layout that was checked, for findings between rooms
 * @param areScenes true where its rooms are scenes: they are linked as they are read, with the options of that, and have no links to be found anew
 */
export function withRemedy(finding: Finding, layout: string | undefined, areScenes = false): Finding {
	const options = remedyOf(finding);
	if (options === undefined || kindOfFileName(finding.location.file ?? '') === undefined)
		return layout === undefined ? finding : areScenes ? withoutLinking(finding) : withLayout(finding, layout);
	const isBetween = LINKS.test(finding.code) || BETWEEN_ROOMS.includes(finding.code);
	const isOfLevel = layout !== undefined && (isBetween || Array.isArray(finding.data?.['rooms']));
	const action: CommandAction = {
		command: 'fix',
		arguments: [isOfLevel ? layout : 'FILE'],
		options: [...options, { option: 'inPlace' }],
	};
	return { ...finding, actions: [action] };
}

/** Options of linking that findings propose. `check` does not link, so they are shown as options of the command `link`. */
const OF_LINKING: readonly string[] = ['unmatched', 'snap', 'conform'];

/** The finding without the command that links walkmeshes. */
function withoutLinking(finding: Finding): Finding {
	const { actions = [] } = finding;
	const left = actions.filter((action) => !('command' in action) || action.command !== 'link');
	return left.length === actions.length ? finding : { ...finding, actions: left };
}

/** An option of building a level as the command that takes it, since `check` builds none. */
function ofBuilding(action: Action, { data }: Finding, layout: string): Action {
	if (!('option' in action)) return action;
	// Into a folder of its own: beside the layout, every file of the level would be replaced.
	if (action.option === 'newVis') return { command: 'level', arguments: [layout, 'FOLDER'], options: [action] };
	const isOfScene = action.option === 'up' && data?.['sceneUp'] !== undefined;
	return isOfScene ? { command: 'level', arguments: ['SCENE'], options: [action] } : action;
}

/** The finding with this layout filled into its commands. */
function withLayout(finding: Finding, layout: string): Finding {
	const { actions = [] } = finding;
	const isLinking = (action: Action): boolean =>
		'command' in action ? action.command === 'link' : OF_LINKING.includes(action.option);
	const linking = actions.filter((action): action is OptionAction => !('command' in action) && isLinking(action));
	const links = linking.map(
		(option): CommandAction => ({ command: 'link', arguments: [layout], options: [option, { option: 'inPlace' }] }),
	);
	const others = (links.length === 0 ? actions : actions.filter((action) => !isLinking(action))).map(
		(action): Action => ofBuilding(action, finding, layout),
	);
	const named = [...links, ...others].map((action) => aboutLayout(action, layout));
	return actions.length === 0 ? finding : { ...finding, actions: named };
}
