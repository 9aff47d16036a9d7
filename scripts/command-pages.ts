import { commandTopics } from '../cli/program.ts';
import { flagsOf } from '../cli/shared/command.ts';
import { COMMON_OPTIONS } from '../cli/shared/session.ts';
import { createRegistry } from '../jobs/default-registry.ts';
import { OPTION_TOPICS, topicOf } from '../jobs/option-topics.ts';
import type { Option, Options } from '../src/findings/options.ts';

/** A page for each command, from its declaration, with an example that a test runs. */

/** What somebody would type first, with files of `fixtures/`. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
	convert: [
		'wokflow convert fixtures/level/quay.glb out/quay.wok',
		'wokflow convert fixtures/small/z-up.obj out/room.wok --up z --surface "Floor*=Stone"',
		'wokflow convert out/quay.wok out/quay.svg',
	],
	collision: [
		'wokflow collision fixtures/small/placeable.glb out/crate.pwk --corners 6',
		'wokflow collision fixtures/small/placeable.glb out/gate --door --hinge left',
	],
	rebuild: ['wokflow convert fixtures/level/quay.glb out/old.wok', 'wokflow rebuild out/old.wok -o out/rebuilt'],
	run: ['wokflow run convert fixtures/level/quay.glb out/run.wok --keep out/steps'],
	level: ['wokflow level fixtures/level/quay.glb out/level'],
	link: ['wokflow level fixtures/level/quay.glb out/linked', 'wokflow link out/linked/quay.lyt --check'],
	init: ['wokflow init fixtures/level/quay.glb --force'],
	build: ['wokflow init fixtures/level/quay.glb --force', 'wokflow build --dry-run', 'wokflow build'],
	check: ['wokflow convert fixtures/small/cube-room.obj out/cube.wok', 'wokflow check out/cube.wok'],
	fix: ['wokflow convert fixtures/small/cube-room.obj out/tofix.wok', 'wokflow fix out/tofix.wok -o out/fixed'],
	edit: [
		'wokflow convert fixtures/small/cube-room.obj out/toedit.wok',
		'wokflow edit out/toedit.wok --surface 0-1=Carpet -o out/edited.wok',
	],
	paths: ['wokflow level fixtures/level/quay.glb out/pathed', 'wokflow paths out/pathed/quay.lyt -o out/quay.pth'],
	plan: [
		'wokflow plan fixtures/level/quay.glb -o out/quay-plan.svg --heights --slopes',
		'wokflow plan fixtures/level/quay.glb -o out/quay-view.png --view perspective',
		'wokflow level fixtures/level/quay.glb out/mapped',
		'wokflow plan --minimap out/mapped/quay.lyt -o out/lbl_mapquay.tga',
	],
	assemble: [
		'wokflow convert fixtures/kit/hall.obj fixtures/kit/corridor.obj fixtures/kit/ramp.obj fixtures/kit/corner.obj fixtures/kit/end.obj -o out/pieces --to wok',
		'wokflow assemble fixtures/kit/plan.json -o out/of-pieces --kit out/pieces',
		'wokflow assemble --list out/pieces',
	],
	graph: ['wokflow init fixtures/level/quay.glb --force', 'wokflow graph --json'],
	view: ['wokflow view fixtures/level/quay.glb -o out/quay.html'],
	inspect: [
		'wokflow inspect fixtures/small/cube-room.obj',
		'wokflow inspect --stats fixtures/level/quay.glb',
		'wokflow inspect --stats fixtures/level/quay.glb --csv',
		'wokflow convert fixtures/level/quay.glb out/whose.wok',
		'wokflow inspect --writer out/whose.wok --evidence',
	],
	query: ['wokflow query fixtures/level/quay.glb room 110,-130'],
	diff: ['wokflow diff fixtures/level/quay.glb fixtures/level/quay.glb'],
	game: [
		'wokflow game kotor areas',
		'wokflow game kotor export a00 -o out/a00.glb',
		'wokflow game kotor check --all',
		'wokflow convert fixtures/small/room_01a.mdl out/room_01a.wok --origin 10,20,0',
		'wokflow game sync check out/room_01a.wok --model-folder fixtures/small',
		'wokflow level fixtures/level/quay.glb out/placed',
		'wokflow game place out/placed/quay.placements.json -o out/placed/quay.git',
	],
	surfaces: ['wokflow surfaces'],
	explain: ['wokflow explain T_JUNCTION'],
	completion: ['wokflow completion bash'],
};

export function commandPages(): [string, string][] {
	const registry = createRegistry();
	const pages = Object.entries(commandTopics()).flatMap(([topic, commands]) =>
		commands.filter(({ hidden = false }) => !hidden).map((command) => ({ topic, command })),
	);
	return pages.map(({ topic, command }) => {
		const { name, summary } = command;
		const words = Object.entries(command.words(registry));
		const options = command.options(registry);
		const lines = [
			`# wokflow ${name}`,
			'',
			`${topic}: ${summary}. Generated from the declaration of the command by \`npm run docs\`; \`wokflow ${name} --help\` says the same.`,
			'',
			'```text',
			`wokflow ${[name, ...words.map(([word]) => word)].join(' ')} [options]`,
			'```',
			'',
			...words.map(([word, text]) => `* \`${word}\`: ${text}`),
			...(words.length === 0 ? [] : ['']),
			'## Example',
			'',
			'```sh',
			...(EXAMPLES[name] ?? []),
			'```',
			...(command.help === undefined ? [] : ['', '```text', command.help, '```']),
			...optionSections(options),
			'',
			`Options of every command: ${Object.keys(COMMON_OPTIONS)
				.map((each) => `\`--${each}\``)
				.join(', ')}; [json.md](../json.md) describes \`--json\`, \`--format\`, \`--ignore\` and \`--severity\`.`,
		];
		return [`docs/commands/${name}.md`, `${lines.join('\n')}\n`];
	});
}

function optionSections(options: Options): string[] {
	const titles = ['Options', ...Object.keys(OPTION_TOPICS)];
	return titles.flatMap((title) => {
		const own = Object.entries(options).filter(([name, option]) => (topicOf(name, option) ?? 'Options') === title);
		if (own.length === 0) return [];
		return ['', `## ${title.replace(/: .*/, '')}`, '', '| flag | what it does |', '|---|---|', ...own.flatMap(rowsOf)];
	});
}

/** A text in a table of Markdown. */
export function cell(text: string): string {
	return text.replaceAll('|', '\\|');
}

function rowsOf([name, option]: [string, Option]): string[] {
	return flagsOf(name, option).map(({ flags, description }) => `| \`${cell(flags)}\` | ${cell(description)} |`);
}
