import { LEVEL_OPTIONS } from '../../jobs/config/level-options.ts';
import { CONVERT_OPTIONS } from '../../pipeline/options.ts';
import type { Registry } from '../../pipeline/registry.ts';
import { knownCode, SEVERITY_WORDS } from '../../src/findings/filter.ts';
import type { FindingType } from '../../src/findings/report.ts';
import { actionsOf, describeActions, messageOf } from '../../src/model/advice.ts';
import { declareCommand, NO_INPUT_WORDS } from '../shared/command.ts';
import type { Session } from '../shared/session.ts';

export const explainCommand = declareCommand({
	name: 'explain',
	summary: 'say what a finding means and what to do about it; without a code, list them all',
	isInputWord: NO_INPUT_WORDS,
	words: () => ({ '[codes...]': 'codes of findings, as they stand in brackets behind a message' }),
	wordChoices: async () => [...(await types()).keys()],
	options: () => ({}),
	help: `Examples:
  wokflow explain T_JUNCTION
  wokflow explain`,
	async run(session) {
		const known = await types(session.registry);
		const chosen =
			session.words.length === 0
				? [...known.values()]
				: session.words.map((code) => knownCode(code.toUpperCase(), known));
		if (session.wantsJson) session.json({ codes: chosen.map(described) });
		else if (session.words.length === 0) printList(chosen, session);
		else for (const each of chosen) printOne(each, session);
		return undefined;
	},
});

interface Known {
	readonly type: FindingType;
	/** What its catalogue is about. */
	readonly topic: string;
}

/** The types of findings by their codes. @param registry has those of formats that were added */
async function types(registry?: Registry): Promise<ReadonlyMap<string, Known>> {
	const { CATALOGUES, findingTypes } = await import('../../jobs/catalogues.ts');
	const topics = new Map(
		Object.entries(CATALOGUES).flatMap(([topic, catalogue]) => Object.keys(catalogue).map((code) => [code, topic])),
	);
	const own = Object.values(CATALOGUES).flatMap((catalogue) => Object.values(catalogue));
	const found = registry === undefined ? own : [...findingTypes(registry).values()];
	return new Map(found.map((type) => [type.code, { type, topic: topics.get(type.code) ?? 'Formats that were added' }]));
}

function described({ type, topic }: Known): Record<string, unknown> {
	const { code, severity, meaning, help } = type;
	const message = messageOf(type);
	return {
		code,
		topic,
		severity: SEVERITY_WORDS[severity],
		...(message === undefined ? {} : { message }),
		...(meaning === undefined ? {} : { meaning }),
		help,
		actions: actionsOf(type),
	};
}

/** What an error or warning keeps from happening. */
const EFFECTS = {
	fatal: 'the input cannot be read; exit code 3',
	error: 'nothing is written; exit code 1',
	warning: 'the output is written, but somebody should look; an error with --strict',
	info: 'what was assumed or done; -v shows each',
} as const;

function printOne({ type, topic }: Known, { terminal }: Session): void {
	const { code, severity, meaning, help } = type;
	const keys = { ...LEVEL_OPTIONS, ...CONVERT_OPTIONS };
	const isKey = (option: string): boolean => Object.hasOwn(keys, option);
	const config = describeActions(actionsOf(type), 'config', undefined, { isKey, flagOwner: () => undefined });
	const advice = { cli: describeActions(actionsOf(type), 'cli'), config };
	const message = messageOf(type);
	terminal.result(`${terminal.paintResult('bold', code)}  ${SEVERITY_WORDS[severity]}: ${EFFECTS[severity]}`);
	terminal.result(`  ${topic}`);
	if (message !== undefined) terminal.result(`  Says: ${message}`);
	if (meaning !== undefined) terminal.result(`  Means: ${meaning}`);
	terminal.result(`  What to do: ${help}`);
	if (advice.cli !== '') terminal.result(`  Command line: ${advice.cli}`);
	if (advice.config !== '' && advice.config !== advice.cli) terminal.result(`  Config: ${advice.config}`);
}

function printList(all: readonly Known[], { terminal }: Session): void {
	const width = Math.max(...all.map(({ type }) => type.code.length));
	let topic = '';
	for (const { type, topic: own } of all) {
		if (own !== topic) terminal.result(terminal.paintResult('bold', own));
		topic = own;
		terminal.result(`  ${type.code.padEnd(width)}  ${SEVERITY_WORDS[type.severity].padEnd(7)}  ${type.help}`);
	}
}
