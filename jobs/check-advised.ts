import { searchBest, untried } from '../check/tried-advice.ts';
import type { Registry } from '../pipeline/registry.ts';
import { type Action, type CommandAction, type Finding, InputError, Report } from '../src/findings/report.ts';
import { type InputSource, pathOrName, type ReadContext } from '../src/formats/contracts.ts';
import type { Level } from '../src/model/level.ts';
import { type CheckOptions, checkSource } from './check.ts';
import { type FixOptions, fixOf } from './edit/remedies.ts';
import { type Fixed, fixFile, fixLayout } from './fix.ts';

/** Of an input so many commands are tried, and in a level of more rooms none for the level as a whole. What is not tried is not advised. */
const MOST_COMMANDS = 16;
const MOST_ROOMS = 200;
/** What `fix` does without being told to is certain, but for these: they move vertices. */
const MOVING: readonly string[] = ['join-near', 'mend-seams'];
const MOVING_OPTIONS: readonly string[] = ['reach', 'sills'];

/** As `checkSource`, and what is advised is tried in memory: a command that does not mend, or does harm, is not named. */
export async function checkAdvised(
	source: InputSource,
	options: CheckOptions,
	context: ReadContext,
	registry: Registry,
): Promise<Finding[]> {
	let rooms = 0;
	const onLevel = (level: Level): void => {
		rooms = level.rooms.length;
		options.onLevel?.(level);
	};
	const found = await checkSource(source, { ...options, onLevel }, context, registry);
	const groups = new Map<string, { readonly option: 'reach' | 'sills'; readonly findings: Finding[] }>();
	for (const finding of found) {
		const fix = finding.severity === 'info' ? undefined : movingFix(finding);
		if (fix === undefined) continue;
		const option = fix.options?.some((each) => each.option === 'sills') ? 'sills' : 'reach';
		const key = JSON.stringify([targetOf(fix, finding), option]);
		const group = groups.get(key) ?? { option, findings: [] };
		groups.set(key, group);
		group.findings.push(finding);
	}
	const changed = new Map<Finding, Finding>();
	for (const [nth, { option, findings }] of [...groups.values()].entries()) {
		const [first] = findings;
		const isTried = nth < MOST_COMMANDS && !(isOfLevel(first) && rooms > MOST_ROOMS);
		const attempt = isTried ? await attemptOf(first, source, options, context, registry) : undefined;
		if (attempt === undefined) {
			for (const finding of findings)
				changed.set(
					finding,
					untried(finding, (action) => action === movingFix(finding)),
				);
			continue;
		}
		const needing = findings.map((finding) => ({ finding, value: needOf(finding, option) }));
		let before: readonly Finding[] | undefined;
		const search = searchBest(needing, () => before ?? []);
		let step = search.next();
		while (step.done !== true) {
			const value = step.value;
			const fixed = await attempt(value > 0 ? { [option]: value } : {}).catch((error: unknown) => {
				if (!(error instanceof InputError)) throw error;
				return undefined;
			});
			before ??= fixed?.found.before ?? [];
			step = search.next(fixed?.found.after ?? before);
		}
		for (const finding of findings) {
			const best = step.value?.mended.has(finding) === true ? step.value : undefined;
			changed.set(finding, withFix(finding, option, best?.value));
		}
	}
	return found.map((finding) => changed.get(finding) ?? finding);
}

/** The command `fix` that a finding advises, where it moves vertices. */
function movingFix(finding: Finding): CommandAction | undefined {
	const fix = finding.actions?.find((each): each is CommandAction => 'command' in each && each.command === 'fix');
	const stages = fixOf(finding)?.stages ?? [];
	const isMoving =
		stages.some((stage) => MOVING.includes(stage)) ||
		Number(finding.data?.['snap']) > 0 ||
		fix?.options?.some(({ option }) => MOVING_OPTIONS.includes(option)) === true;
	return isMoving ? fix : undefined;
}

const isOfLevel = (finding: Finding): boolean => movingFix(finding)?.arguments?.[0] !== 'FILE';

const targetOf = (fix: CommandAction, { location }: Finding): string | undefined =>
	fix.arguments?.[0] === 'FILE' ? location.file : fix.arguments?.[0];

/** What a finding needs of an option, metres; 0 for what `fix` does without. */
function needOf(finding: Finding, option: string): number {
	const value = movingFix(finding)?.options?.find((each) => each.option === option)?.value;
	return typeof value === 'number' ? value : 0;
}

/** How the command of a finding is run in memory; undefined where that is not done. */
async function attemptOf(
	finding: Finding,
	source: InputSource,
	{ roomFiles, read = {}, rooms = {} }: CheckOptions,
	context: ReadContext,
	registry: Registry,
): Promise<((options: FixOptions) => Promise<Fixed>) | undefined> {
	const fix = movingFix(finding);
	if (fix === undefined) return undefined;
	const silent = { ...context, report: new Report() };
	const { maxRooms } = rooms;
	const limits = { ...read, ...(maxRooms === undefined ? {} : { maxRooms }) } as FixOptions;
	if (isOfLevel(finding)) {
		if (roomFiles === undefined) return undefined;
		return (options) => fixLayout(source, roomFiles, { ...limits, ...options }, silent, registry);
	}
	const { file, room } = finding.location;
	const own = file === pathOrName(source) ? source : room === undefined ? undefined : await roomFiles?.find(room);
	return own && ((options) => fixFile(own, { ...limits, ...options }, silent, registry));
}

const BY_HAND = 'fix does not mend this without harm elsewhere: mend it in the modelling program.';

/** @param value undefined where the command mends nothing */
function withFix(finding: Finding, option: string, value: number | undefined): Finding {
	const fix = movingFix(finding);
	if (fix === undefined) return finding;
	const others = (finding.actions ?? []).filter((each) => each !== fix);
	if (value === undefined) return { ...finding, actions: others, help: `${finding.help} ${BY_HAND}` };
	const options = (fix.options ?? []).map((each) => (each.option === option ? { ...each, value } : each));
	const wanted =
		options.some((each) => each.option === option) || value === 0 ? options : [{ option, value }, ...options];
	return { ...finding, actions: [{ ...fix, options: wanted } satisfies Action, ...others] };
}
