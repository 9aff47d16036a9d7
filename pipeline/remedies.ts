import { STEEP } from '../src/check/slope.ts';
import type { Action, CommandAction, Finding, OptionAction } from '../src/findings/report.ts';
import { sillAcross } from '../src/level/facing-edges.ts';
import { GREATEST_SNAP } from '../src/level/seams.ts';
import { FIX_OPTIONS } from './mend-options.ts';

/**
 * What mends which finding: the one list from which `fix` chooses its steps and `check` the command that it names.
 */

/** A stage that mends, and the options that it needs. */
export type Step = readonly [name: string, options: Readonly<Record<string, unknown>>];

/** Stages that mend a room, in the order they are run, each with what it mends by itself. */
export const STEPS: readonly { readonly stage: string; readonly codes: readonly string[] }[] = [
	// Copies of faces may have vertices of their own.
	{ stage: 'weld', codes: ['GROUND_TORN', 'FACE_DUPLICATE', 'FACE_DUPLICATE_SURFACE'] },
	{ stage: 'join-near', codes: ['VERTEX_NEAR_MISS'] },
	{ stage: 'drop-degenerate', codes: ['FACE_DEGENERATE', 'FACE_NOT_FINITE'] },
	{ stage: 'drop-duplicate', codes: ['FACE_DUPLICATE', 'FACE_DUPLICATE_SURFACE'] },
	{ stage: 'fix-winding', codes: ['WALKABLE_FACE_DOWN', 'WALKABLE_UPSIDE_DOWN'] },
	{ stage: 'mend-seams', codes: ['GROUND_CRACK'] },
	{ stage: 'fix-tjunctions', codes: ['T_JUNCTION'] },
	{ stage: 'drop-unused', codes: ['VERTICES_UNUSED'] },
];

/** Besides links, what lies between rooms. */
const BETWEEN_ROOMS: readonly string[] = ['SEAM_NEAR', 'ROOM_UNREACHABLE'];
/** Mended by deriving the tables anew. */
const TABLES =
	/^(?:TABLE|TREE)_|^BWM_(?:EDGE_RANGE|TRANSITION_NEGATIVE|HEADER_NOT_FINITE)$|^TRANSITION_NOT_ON_PERIMETER$/;
/** Mended by finding the links of the level anew. */
const LINKS =
	/^(?:LINK_(?:UNCONFIRMED|OUT_OF_RANGE|TO_SELF|WITHOUT_GROUND|ONE_WAY)|LINKS_MISNUMBERED|ROOM_UNLINKED|LEVEL_UNLINKED|SEAM_UNLINKED)$/;

/** True for what is mended by deriving the tables anew. A note is no reason to. */
export function needsTables({ code, severity }: Finding): boolean {
	return TABLES.test(code) && severity !== 'info';
}

/** True for what is mended by linking the rooms anew, within how far edges may be moved. @param reach metres */
export function needsLinks({ code, data }: Finding, reach: number): boolean {
	return LINKS.test(code) && !(code === 'SEAM_UNLINKED' && misfit(data) > reach);
}

/** How far the two sides of a seam or crack have to be moved, metres. */
function misfit(data: Finding['data']): number {
	return typeof data?.['snap'] === 'number' ? data['snap'] : 0;
}

/** Walkable faces from here on are slips; less steep ones may be meant. */
const SLIP = 60;

/** By code the options that mend it, for those that have to be named; nothing where no option would help. */
const BY_NAME: Readonly<Record<string, (data: NonNullable<Finding['data']>) => readonly OptionAction[] | undefined>> = {
	WALKABLE_FACE_DOWN: () => [{ option: 'orient', value: 'flip' }],
	WALKABLE_UPSIDE_DOWN: () => [{ option: 'orient', value: 'flip' }],
	WALKABLE_FACE_VERTICAL: () => [{ option: 'steep', value: SLIP }],
	GROUND_TOO_STEEP: () => [{ option: 'steep', value: SLIP }],
	GROUND_STEEP: () => [{ option: 'steep', value: STEEP }],
	GROUND_CRACK: (data) => closed(data),
	SEAM_UNLINKED: (data) => closed(data),
	SEAM_NEAR: ({ gap, kind }) => (kind === 'gap' ? bridged(gap) : undefined),
	WALKABLE_ISLANDS: ({ gap }) => bridged(gap),
	GROUND_SEPARATE: ({ gap, kind }) => (kind === 'gap' ? bridged(gap) : undefined),
	ROOM_UNREACHABLE: ({ nearest }) => {
		const { kind, distance } = (nearest ?? {}) as { readonly kind?: unknown; readonly distance?: unknown };
		return kind === 'gap' ? bridged(distance) : undefined;
	},
};

function closed(data: NonNullable<Finding['data']>): readonly OptionAction[] | undefined {
	const snap = misfit(data);
	if (snap <= FIX_OPTIONS.reach.default) return [];
	return snap < GREATEST_SNAP ? [{ option: 'reach', value: snap }] : bridged(data['gap']);
}

function bridged(gap: unknown): readonly OptionAction[] | undefined {
	const value = typeof gap === 'number' ? sillAcross(gap) : undefined;
	return value === undefined ? undefined : [{ option: 'sills', value }];
}

/** The options with which `fix` mends a finding: none for what it mends by itself; undefined for what it does not mend. */
function remedyOf(finding: Finding): readonly OptionAction[] | undefined {
	const { code, data = {} } = finding;
	if (Object.hasOwn(BY_NAME, code)) return BY_NAME[code](data);
	const isMended = needsTables(finding) || LINKS.test(code) || STEPS.some(({ codes }) => codes.includes(code));
	return isMended ? [] : undefined;
}

/**
 * A finding with the exact command that mends it as what to type: of `fix` where that mends it, of `link` where that does; as it is where there is none.
 * @param layout the layout it was checked with, for what lies between rooms
 */
export function withRemedy(finding: Finding, layout: string | undefined): Finding {
	const options = remedyOf(finding);
	if (options === undefined || !/\.(?:wok|pwk|dwk)$/i.test(finding.location.file ?? ''))
		return layout === undefined ? finding : withLayout(finding, layout);
	const isOfLevel = layout !== undefined && (LINKS.test(finding.code) || BETWEEN_ROOMS.includes(finding.code));
	const action: CommandAction = {
		command: 'fix',
		arguments: [isOfLevel ? layout : 'FILE'],
		options: [...options, { option: 'inPlace' }],
	};
	return { ...finding, actions: [action] };
}

/** Options of linking that findings name. A layout that is checked is not linked: they go with the command that does so. */
const OF_LINKING: readonly string[] = ['unmatched', 'snap', 'conform'];

/** The finding with commands about this layout. */
function withLayout(finding: Finding, layout: string): Finding {
	const { actions = [] } = finding;
	const isLinking = (action: Action): boolean =>
		'command' in action ? action.command === 'link' : OF_LINKING.includes(action.option);
	const linking = actions.filter((action): action is OptionAction => !('command' in action) && isLinking(action));
	const links = linking.map(
		(option): CommandAction => ({ command: 'link', arguments: [layout], options: [option, { option: 'inPlace' }] }),
	);
	const others = links.length === 0 ? actions : actions.filter((action) => !isLinking(action));
	const named = [...links, ...others].map((action) => ('command' in action ? aboutLayout(action, layout) : action));
	return actions.length === 0 ? finding : { ...finding, actions: named };
}

function aboutLayout(action: CommandAction, layout: string): CommandAction {
	const options = action.options?.map((option): OptionAction => {
		return option.placeholder === 'LAYOUT' ? { option: option.option, value: layout } : option;
	});
	return {
		...action,
		...(action.arguments === undefined
			? {}
			: { arguments: action.arguments.map((each) => (each === 'LAYOUT' ? layout : each)) }),
		...(options === undefined ? {} : { options }),
	};
}
