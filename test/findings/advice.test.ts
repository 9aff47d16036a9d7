import { describe, expect, test } from 'vitest';
import { createProgram } from '../../cli/program.ts';
import { CATALOGUES } from '../../jobs/catalogues.ts';
import { checkConfig } from '../../jobs/config/config.ts';
import { LEVEL_OPTIONS } from '../../jobs/config/level-options.ts';
import { CONVERT_OPTIONS } from '../../pipeline/options.ts';
import { type Action, defineFindings, type Finding, type OptionAction } from '../../src/findings/report.ts';
import {
	type AdviceReach,
	actionsOf,
	commandLine,
	createAdviser,
	describeActions,
	type FlagOwner,
	flagName,
	flagText,
	gatherPairs,
	messageOf,
	shellQuoted,
} from '../../src/model/advice.ts';
import { ioOf } from '../support/cli.ts';

const SILENT = ioOf();
/** Values that stand for placeholders which not every word fits. */
const SAMPLES: Readonly<Record<string, string | number>> = {
	METRES: 1,
	FACTOR: 1,
	N: 4,
	COUNT: 4,
	TRIANGLES: 4,
	CORNERS: 4,
	'X,Y,Z': '1,2,3',
	'OLD=NEW': 'a=b',
	DEGREES: 1,
	AXIS: 'y',
	SIDE: 'x',
	UNIT: 'cm',
	ASSUMED: 'm',
	OTHER: 'z',
	SNAP: 0.05,
};
const FLIP: Action = { option: 'orient', value: 'flip' };
const KEEP: Action = { option: 'orient', value: 'keep' };

test('pairs stand in the order they were found in, materials that are numbers last', () => {
	const action: Action = { option: 'surface', value: { Zebra: 'Stone', '3': 'Dirt', Floor: 'Stone', '10': 'Dirt' } };
	expect(describeActions([action], 'cli')).toBe(
		'Add --surface "Zebra=Stone" --surface "Floor=Stone" --surface "3=Dirt" --surface "10=Dirt".',
	);
});

describe('describeActions', () => {
	test.each<[string, readonly Action[], string, string, string, string]>([
		[
			'a switch',
			[{ option: 'fixTJunctions' }],
			'Add --fix-tjunctions.',
			'Set "fixTJunctions": true.',
			'Set the option fixTJunctions: true.',
			'Pass { fixTJunctions: true }.',
		],
		[
			'a switch that is turned off',
			[{ option: 'weld', value: false }],
			'Add --no-weld.',
			'Set "weld": false.',
			'Set the option weld: false.',
			'Pass { weld: false }.',
		],
		[
			'two choices',
			[FLIP, KEEP],
			'Add --orient flip or --orient keep.',
			'Set "orient": "flip" or "orient": "keep".',
			'Set the option orient: "flip" or orient: "keep".',
			'Pass { orient: "flip" or orient: "keep" }.',
		],
		[
			'a pair',
			[{ option: 'surface', value: { Floor: 'Stone' } }],
			'Add --surface "Floor=Stone".',
			'Set "surface": { "Floor": "Stone" }.',
			'Set the option surface: { "Floor": "Stone" }.',
			'Pass { surface: { "Floor": "Stone" } }.',
		],
		[
			'a value that only the user knows',
			[{ option: 'node', placeholder: 'PATTERN' }],
			'Add --node PATTERN.',
			'Set "node".',
			'Set the option node.',
			'Pass { node }.',
		],
	])('%s', (_, actions, cli, config, host, library) => {
		expect(describeActions(actions, 'cli')).toBe(cli);
		expect(describeActions(actions, 'config')).toBe(config);
		expect(describeActions(actions, 'host')).toBe(host);
		expect(describeActions(actions, 'library')).toBe(library);
	});

	test('help is reported once a code, and what to type once for all files, but again for other values', () => {
		const advise = createAdviser('cli');
		const unknown = (material: string, file: string): string =>
			advise({
				code: 'SURFACE_UNKNOWN',
				help: 'Choose a surface.',
				location: { file },
				actions: [
					{ option: 'surface', value: { [material]: 'Stone' } },
					{ command: 'rebuild', arguments: ['FILE'] },
				],
			});
		expect(unknown('Floor', 'a.glb')).toBe(
			'Choose a surface. Add --surface "Floor=Stone". Rebuild it: wokflow rebuild a.glb',
		);
		expect(unknown('Floor', 'b.glb')).toBe('');
		expect(unknown('Wall', 'c.glb')).toBe('Add --surface "Wall=Stone". Rebuild it: wokflow rebuild c.glb');
		const finding = { help: '', location: {}, actions: [{ option: 'weld' }] };
		expect(advise({ ...finding, code: 'A' })).toBe('Add --weld.');
		expect(advise({ ...finding, code: 'B', help: 'Help.' })).toBe('Help. Add --weld.');
		expect(advise({ code: 'C', help: 'Help.', location: {} })).toBe('Help.');
	});
});

describe('advice', () => {
	test.each([
		[{ option: 'node', value: ['a b', 'c'] }, '--node "a b" --node c', 'Set "node": ["a b", "c"].'],
		[{ option: 'snap', value: 0 }, '--snap 0', 'Set "snap": 0.'],
		[{ option: 'weld', value: false, placeholder: 'X' }, '--no-weld X', 'Set "weld".'],
	] as const)('%j is typed so', (action, flag, key) => {
		expect(flagText(action)).toBe(flag);
		expect(describeActions([action], 'config')).toBe(key);
	});

	test('lists alternatives, and commands after them', () => {
		const some = [{ option: 'up', value: 'x' }, { option: 'up', value: 'y' }, { option: 'up', value: 'z' }] as const; // biome-ignore format: one row
		expect(describeActions(some, 'cli')).toBe('Add --up x, --up y or --up z.');
		expect(describeActions([{ command: 'strange' }, { command: 'fix', arguments: ['a b'] }], 'cli')).toBe(
			'Run: wokflow strange; mend it: wokflow fix "a b"',
		);
		expect(describeActions([], 'cli')).toBe('');
		for (const context of ['config', 'host', 'library'] as const) {
			const words = describeActions([{ option: 'up', value: 'x' }, { command: 'fix' }], context);
			expect(words.includes('wokflow fix')).toBe(context !== 'config');
		}
		expect(describeActions([{ command: 'fix' }], 'config')).toBe('Mend it: wokflow fix');
	});

	test('names flags of other commands with these, where no flag of this one helps', () => {
		const flagOwner = (flag: string) =>
			({ '--up': '', '--snap': 'level', '--weld': 'level', '--unit': 'convert' })[flag];
		const advise = (...options: string[]): string =>
			describeActions(
				options.map((option) => ({ option, placeholder: 'X' })),
				'cli',
				undefined,
				{ flagOwner },
			);
		expect(advise('snap', 'up')).toBe('Add --up X.');
		expect(advise('snap', 'unit', 'weld')).toBe('With wokflow level: --snap X or --weld X');
		expect(advise('nothing')).toBe('');
		const reach = { flagOwner, isKey: (option: string) => option === 'snap' };
		expect(describeActions([{ option: 'up' }], 'config', undefined, reach)).toBe('Add --up.');
		expect(describeActions([{ option: 'up' }], 'host', undefined, reach)).toBe('');
		expect(describeActions([{ option: 'up' }, { option: 'snap' }], 'config', undefined, reach)).toBe(
			'Set "snap": true.',
		);
	});

	test('fills in the file, and keeps what only the user knows', () => {
		const command = { command: 'fix', arguments: ['FILE', 'OUT', 'Out', '-x'], options: [{ option: 'weld' }] };
		expect(commandLine(command, 'a b.wok')).toBe('wokflow fix "a b.wok" OUT Out ./-x --weld');
		expect(commandLine(command)).toBe('wokflow fix FILE OUT Out ./-x --weld');
		expect(commandLine({ command: 'fix' })).toBe('wokflow fix');
	});

	test('of pairs is put together at the last of a code, other findings staying as they are', () => {
		const finding = (code: string, actions?: Finding['actions']) =>
			({ code, severity: 'error', message: '', help: '', location: {}, ...(actions && { actions }) }) as Finding;
		const pair = (material: string) => [{ option: 'surface', value: { [material]: 'Stone' } }];
		const list = [
			finding('A', [...pair('x'), FLIP]),
			finding('A'),
			finding('B', pair('z')),
			finding('A', [...pair('y'), FLIP]),
			finding('A', [{ option: 'node', value: ['n'] }]),
		];
		expect(gatherPairs(list)).toEqual([
			finding('A', []),
			list[1],
			list[2],
			finding('A', [{ option: 'surface', value: { x: 'Stone', y: 'Stone' } }, FLIP]),
			list[4],
		]);
		expect(gatherPairs([list[1]])[0]).toBe(list[1]);
	});

	test('of a kind of finding is shown with examples, its message with names for its data', () => {
		const kinds = defineFindings({
			A: {
				severity: 'error',
				message: (d: { option: string; name: string }): string => `${d.option} of ${d.name}`,
				help: '',
				actions: (d: { nearest: string; who: string }) => [{ option: d.nearest, value: d.who }],
			},
			B: { severity: 'error', message: (d: { far: number }): string => `${d.far.toFixed(3)} m`, help: '' },
			C: { severity: 'error', message: (d: { far: number }): string => `${d.far * 2} m`, help: '' },
			D: {
				severity: 'error',
				message: (d: { far: object }): string => `${[{}][Number(typeof d.far === 'number')]} m`,
				help: '',
			},
		});
		expect([kinds.A, kinds.B].map((kind) => actionsOf(kind as never))).toEqual([
			[{ option: 'Stone', value: 'WHO' }],
			[],
		]);
		expect(Object.values(kinds).map((kind) => messageOf(kind as never))).toEqual([
			'maxInstances of NAME',
			undefined,
			undefined,
			undefined,
		]);
	});
});

test.each([
	['room_01a.wok', 'room_01a.wok'],
	['../a/b:1,2.wok', '../a/b:1,2.wok'],
	['Floor=Stone', '"Floor=Stone"'],
	["it's", `"it's"`],
	['*', '"*"'],
	['', '""'],
	['$(rm)', "'$(rm)'"],
	['a"b', `'a"b'`],
	["a'$b", `'a'\\''$b'`],
	['`x`', "'`x`'"],
	['a\\', "'a\\'"],
	['hi!', "'hi!'"],
	['a\nb', "$'a\\nb'"],
	["a\tb'c\\\u001b\u2028", "$'a\\tb\\'c\\\\\\u001b\\u2028'"],
])('a shell takes %j for one word when it is written %s', (word, quoted) => {
	expect(shellQuoted(word)).toBe(quoted);
});

describe('every action of every catalogue', () => {
	const program = createProgram(SILENT, async () => undefined);
	const flags = new Map(program.commands.map((each) => [each.name(), each.options.map(({ long }) => long ?? '')]));
	const actions = Object.values(CATALOGUES)
		.flatMap((catalogue) => Object.values(catalogue))
		.flatMap((type) => actionsOf(type).map((action) => [type.code, action] as const));

	test('names a command with its options, or an option of a command', () => {
		expect(actions.length).toBeGreaterThan(0);
		for (const [code, action] of actions) {
			if ('command' in action) {
				expect([...flags.keys()], code).toContain(action.command);
				for (const option of action.options ?? []) expect(flags.get(action.command), code).toContain(flagName(option));
			} else {
				expect([...flags.values()].flat(), code).toContain(flagName(action));
			}
		}
	});

	test('is taken by the command line as it is written', async () => {
		for (const [code, action] of actions) {
			const lines = 'command' in action ? [action] : commandsWith(action);
			let taken = false;
			for (const line of lines) {
				if (taken) break;
				taken = await program.parseAsync(argumentsOf(commandLine(line)), { from: 'user' }).then(
					() => true,
					() => false,
				);
			}
			expect(taken, `${code}: ${lines.map((line) => commandLine(line))}`).toBe(true);
		}
	});

	test('is taken by each command in which it is given, as it is printed there', async () => {
		const printed = new Map<string, string>();
		for (const command of program.commands.map((each) => each.name())) {
			const flagOwner: FlagOwner = (flag) =>
				flags.get(command)?.includes(flag) ? '' : [...flags].find(([, known]) => known.includes(flag))?.[0];
			for (const [code, action] of actions) {
				const advice = describeActions([filled(action)], 'cli', undefined, { flagOwner });
				for (const line of linesOf(advice, command)) printed.set(line, `${code} in ${command}: ${advice}`);
			}
		}
		for (const [line, where] of printed) {
			const words = argumentsOf(`wokflow ${withArguments(line)}`);
			await expect(program.parseAsync(words, { from: 'user' }), where).resolves.toBeDefined();
		}
	});

	test.each([
		['level', LEVEL_OPTIONS],
		['convert', CONVERT_OPTIONS],
	] as const)('names keys that a config has for a %s, with values that it allows', async (kind, options) => {
		const target = kind === 'level' ? { level: 'a.glb', out: 'out' } : { input: 'a.glb', output: 'a.wok' };
		const isKey = (option: string): boolean => Object.hasOwn(options, option);
		const flagOwner: FlagOwner = (flag) => (flags.get('build')?.includes(flag) ? '' : undefined);
		for (const [code, action] of actions) {
			const open = 'option' in action && action.placeholder !== undefined;
			const printed = describeActions([open ? action : filled(action)], 'config', undefined, { isKey, flagOwner });
			if (open) expect(printed, code).toBe(isKey(action.option) ? `Set "${action.option}".` : printed);
			const keys = /^Set (.*)\.$/.exec(printed)?.[1];
			if (keys !== undefined && !open) {
				const config = { targets: { one: { ...target, ...(JSON.parse(`{ ${keys} }`) as object) } } };
				expect(checkConfig(config, code), printed).toBeDefined();
			}
			for (const flag of printed.match(/^Add (--[\w-]+)/)?.slice(1) ?? []) expect(flags.get('build')).toContain(flag);
		}
	});

	test('in a build, a flag is not said as a key, nor a command that the next build would undo', () => {
		const reach: AdviceReach = {
			isKey: (option) => option === 'snap',
			flagOwner: (flag) => (flag === '--force' ? '' : undefined),
		};
		const advice = (...some: Action[]): string => describeActions(some, 'config', undefined, reach);
		expect(advice({ option: 'force' })).toBe('Add --force.');
		expect(advice({ option: 'rename', placeholder: 'OLD=NEW' })).toBe('');
		expect(advice({ option: 'snap', value: 0.01 }, { command: 'link', arguments: ['LAYOUT'] })).toBe(
			'Set "snap": 0.01.',
		);
	});

	/** The action with values where only a user knows them. */
	function filled(action: Action): Action {
		if ('option' in action) return sample(action);
		return { ...action, options: (action.options ?? []).map(sample) };
	}

	/** The command lines that an advice comes to: `Add --a 1 or --b.`, `With wokflow level: --a`, `Rebuild it: wokflow rebuild FILE`. */
	function linesOf(printed: string, command: string): string[] {
		const [, options] = /^Add (.*)\.$/.exec(printed) ?? [];
		const [, other, theirs] = /^With wokflow (\w+): (.*)$/.exec(printed) ?? [];
		const [, whole] = /^[A-Z][\w ]*: wokflow (.*)$/.exec(printed) ?? [];
		if (options !== undefined) return [`${command} ${options}`];
		return other !== undefined ? [`${other} ${theirs}`] : whole !== undefined ? [whole] : [];
	}

	/** A command line with as many arguments as its command needs, where it has none. */
	function withArguments(line: string): string {
		const name = line.split(' ')[0];
		const needed = program.commands.find((each) => each.name() === name)?.registeredArguments ?? [];
		const has = line
			.split(' ')
			.slice(1)
			.some((word, index, all) => !word.startsWith('-') && !all[index - 1]?.startsWith('-'));
		return has
			? line
			: `${line} -- ${needed
					.filter(({ required }) => required)
					.map(() => 'x')
					.join(' ')}`;
	}

	/** Every command that takes an option, with as many arguments as it needs. */
	function commandsWith(action: OptionAction): Extract<Action, { command: string }>[] {
		return program.commands
			.filter((command) => command.options.some(({ long }) => long === flagName(action)))
			.map((command) => ({
				command: command.name(),
				arguments: command.registeredArguments.filter(({ required }) => required).map(() => 'x'),
				options: [sample(action)],
			}));
	}

	function sample(action: OptionAction): OptionAction {
		const { placeholder = String(action.value), ...rest } = action;
		if (action.placeholder === undefined && !Object.hasOwn(SAMPLES, placeholder)) return action;
		const value = SAMPLES[placeholder] ?? 'x';
		return { ...rest, value };
	}
});

/** The words of a command line without what is special to shells, behind `wokflow`. */
function argumentsOf(line: string): string[] {
	return (line.match(/"[^"]*"|\S+/g) ?? []).slice(1).map((word) => word.replace(/^"(.*)"$/, '$1'));
}
