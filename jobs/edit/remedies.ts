import { RULES } from '../../check/rules.ts';
import { MESH_OPTIONS } from '../../pipeline/options.ts';
import { choice, flag, type GivenOf, metres, optional, pairs, texts } from '../../src/findings/options.ts';
import type { Action, CommandAction, Finding, Fix, OptionAction } from '../../src/findings/report.ts';
import { LIMIT_OPTIONS, ROOM_LIMIT_OPTIONS } from '../../src/formats/limits.ts';
import { aboutLayout } from '../../src/model/advice.ts';
import { THRESHOLDS } from '../../src/model/thresholds.ts';
import { kindOfFileName, NO_HOOKS } from '../../src/model/walkmesh.ts';

/** Options of the commands that change walkmesh files. A module of its own, so that the code of these commands is only loaded when one runs. */

/** Fixes beyond those with one certain remedy. */
export const FIX_OPTIONS = {
	reach: metres('Close cracks and seams up to this wide; no vertex moves farther.', THRESHOLDS.nearMiss, {
		limits: { above: 0, maximum: THRESHOLDS.snap },
	}),
	orient: choice(
		'flip: walkable faces that face down are flipped, whatever is around them. A ceiling would become a floor.',
		['keep', 'flip'],
		'keep',
	),
	sills: optional(
		metres('Lay ground across gaps up to this wide, within rooms and between them.', THRESHOLDS.facing, {
			limits: { above: 0, maximum: THRESHOLDS.facing },
		}),
		'none',
	),
	steep: MESH_OPTIONS.steep,
	backs: MESH_OPTIONS.backs,
	...LIMIT_OPTIONS,
	...ROOM_LIMIT_OPTIONS,
};
export type FixOptions = GivenOf<typeof FIX_OPTIONS>;

/** What is changed in a walkmesh file at once; all numbers are those of the file before. */
export const EDIT_OPTIONS = {
	surface: pairs<string | number>(
		'Surface of a face or a range of faces: 12=Stone, 12-20=Nonwalk. The narrower of two ranges wins.',
		{ placeholder: 'faces=surface' },
	),
	link: pairs<string | number>(
		'Room that a perimeter edge links to, by name or by its number in the layout, or none: 341=quay_02a.',
		{ placeholder: 'edge=room' },
	),
	both: flag(
		'Change the other sides of links as well: the edges that lie on these, in the files of their rooms beside this one.',
		false,
	),
	hook: pairs<string | number>(`Use hook of the header: ${Object.keys(NO_HOOKS).join(', ')}.`, {
		placeholder: 'hook=x,y,z',
	}),
	flip: texts('Faces to flip: 12 or 12-20.', { placeholder: 'faces' }),
	delete: texts('Faces to delete: 12 or 12-20.', { placeholder: 'faces' }),
	fill: texts('Holes in the ground to fill, each named by an edge around it.', { placeholder: 'edge' }),
};
export type EditOptions = GivenOf<typeof EDIT_OPTIONS>;

/** What `fix` does about a finding, as its rule says. */
export function fixOf({ code }: Pick<Finding, 'code'>): Fix | undefined {
	return RULES.get(code)?.fix;
}

/** True for a finding that deriving the tables again fixes. A note alone is not a reason to do so. */
export function needsTables(finding: Finding): boolean {
	return fixOf(finding)?.redo === 'tables' && finding.severity !== 'info';
}

/** True for a finding that linking the rooms again fixes. @param reach how far edges may be moved, in metres */
export function needsLinks(finding: Finding, reach: number): boolean {
	const snap = finding.data?.['snap'];
	return fixOf(finding)?.redo === 'links' && !(typeof snap === 'number' && snap > reach);
}

/** The options with which `fix` fixes a finding: an empty list if it needs none; undefined if it cannot fix the finding. */
export function fixOptions(finding: Finding): readonly OptionAction[] | undefined {
	const fix = fixOf(finding) as Fix<[Finding['data']]> | undefined;
	if (fix === undefined || (fix.redo === 'tables' && !needsTables(finding))) return undefined;
	return fix.options === undefined ? [] : fix.options(finding.data ?? {});
}

/**
 * Adds to a finding the exact command that fixes it, with `fix` or `link`; a finding without such a command is returned unchanged.
 * @param layout the layout that was checked, for findings between rooms
 * @param areScenes true where its rooms are scenes: they are linked as they are read, with the options of that, and have no links to be found again
 */
export function withRemedy(finding: Finding, layout: string | undefined, areScenes = false): Finding {
	const options = fixOptions(finding);
	const fix = fixOf(finding);
	if (fix?.redo === 'visibility' && layout !== undefined)
		return { ...finding, actions: [{ command: 'fix', arguments: [layout], options: [{ option: 'inPlace' }] }] };
	if (options === undefined || kindOfFileName(finding.location.file ?? '') === undefined)
		return layout === undefined ? finding : areScenes ? withoutLinking(finding) : withLayout(finding, layout);
	const isBetween = fix?.redo === 'links' || fix?.ofLevel === true;
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
