import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { baselineOf, isBaseline, newFindings } from '../../check/baseline.ts';
import { emptyGit, placeInGit } from '../../game/area/area-resources.ts';
import { thingsOfGit } from '../../game/area/things.ts';
import { writeGff } from '../../game/gff/write.ts';
import { openGame } from '../../game/installation/game.ts';
import { convertBytes } from '../../jobs/convert-bytes.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { type InstalledFile, install, uninstall } from '../../jobs/game/game-install.ts';
import { readGit, readPlacements } from '../../jobs/level/area-files.ts';
import { assembleLevel, kitRooms, readPlan } from '../../jobs/level/kit.ts';
import { levelFiles } from '../../jobs/level/level-files.ts';
import { thingsOfPlacements } from '../../level/rooms/placements.ts';
import { type Finding, makeFinding, Report, UsageError } from '../../src/findings/report.ts';
import { bytesSource, type OutputFile } from '../../src/formats/contracts.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { readSurfacesFile } from '../../src/scene/surface-mappings.ts';
import { LEVEL_FINDINGS } from '../../src/seams/findings.ts';
import { HOSTILE_NAMES } from '../support/hostile-names.ts';
import { layoutOf, rectangle } from '../support/levels.ts';
import { mutateJson } from '../support/mutate.ts';
import { below, pick, type Random, type Sample, type Subject, text } from './random.ts';
import { JSON_PIECES, mutateText, SURFACE_LIST_PIECES } from './text-pieces.ts';

/** Inputs for the readers of files that people write for wokflow, or that wokflow writes for its next run; and what is done with each. */

/** What became of an input: its findings and files are looked at as those of a conversion. */
export interface Made {
	readonly report: Report;
	readonly files?: readonly OutputFile[];
}

const MATERIALS = ['Stone', 'Floor_01', 'floor_02', 'a # b', '  blanks ', ...HOSTILE_NAMES.map(([, name]) => name)];
const PATTERNS = ['*', 'Floor*', '?loor_0[12]', '{Stone,Dirt}', '!(Floor*)', '+(a)', '', ...MATERIALS];

const changed = (value: object, random: Random): Uint8Array => {
	const json = JSON.stringify(value);
	const choice = random();
	if (choice < 0.35) return text(json);
	return choice < 0.75 ? text(mutateJson(json, random, 1 + below(random, 2))) : mutateText(json, random, JSON_PIECES);
};

const several = <T>(random: Random, most: number, make: (index: number) => T): T[] =>
	Array.from({ length: below(random, most + 1) }, (_, index) => make(index));

function surfaceList(random: Random): Uint8Array {
	const entries = several(random, 6, () => [pick(random, PATTERNS), pick(random, ['Stone', 'dirt', '4', '7', ''])]);
	if (random() < 0.4) return changed(Object.fromEntries(entries), random);
	const lines = entries.map(([name, surface]) => `${random() < 0.5 ? JSON.stringify(name) : name} = ${surface}`);
	const list = `# a list\n${lines.join('\n')}\n`;
	return random() < 0.4 ? text(list) : mutateText(list, random, SURFACE_LIST_PIECES);
}

const SCENE = [
	'o wok_floor',
	...['v 0 0 0', 'v 1 0 0', 'v 1 0 -1', 'v 0 0 -1'],
	...MATERIALS.flatMap((name, index) => [
		`usemtl ${name.replace(/[\s\0]/g, ' ')}`,
		`f 1 ${2 + (index % 2)} ${3 + (index % 2)}`,
	]),
].join('\n');

/** What a list says, each pattern once, in one order. */
const saidBy = (materials: Iterable<readonly [string, number]>): string =>
	JSON.stringify([...new Map(materials)].sort());

async function readSurfaceList({ bytes }: Sample): Promise<Made> {
	const report = new Report();
	const surfaces = readSurfacesFile(bytes, K1, report);
	const materials = surfaces.materials ?? [];
	if (!materials.every(([, surface]) => surface < K1.surfaces.length)) throw new Error('a surface that there is not');
	const again = readSurfacesFile(text(JSON.stringify(Object.fromEntries(materials))));
	if (saidBy(again.materials ?? []) !== saidBy(materials)) throw new Error('what was read is not read again');
	return convertBytes(text(SCENE), 'floor.obj', 'floor.wok', { surfaces, surface: { '*': 'Stone' } });
}

const registry = createRegistry();
const ROOMS = { hall: rectangle(0, 0, 4, 4), gallery: rectangle(0, 0, 8, 4), loft: rectangle(-2, -2, 4, 4, 3) };
const KIT = kitRooms(
	{
		name: 'kit',
		layout: layoutOf(...Object.keys(ROOMS)),
		rooms: Object.entries(ROOMS).map(([name, walkmesh]) => ({ name, walkmesh: { ...walkmesh, name } })),
		objects: [],
	},
	K1,
	new Report(),
);

function plan(random: Random): Uint8Array {
	const rooms = several(random, 5, (index) => {
		const doorway = 1 + below(random, 2);
		const named = random() < 0.1 ? { name: pick(random, [`a_0${index + 1}`, `b_${index}`, 'con', 'constructor']) } : {};
		return {
			...named,
			room: pick(random, Object.keys(ROOMS)),
			...(random() < 0.3 ? { mirror: true } : {}),
			...(index > 0 && random() < 0.7
				? { doorway, joins: `a_0${index}:${1 + below(random, 2)}` }
				: { turn: pick(random, [0, 90, 45, 1e308]), position: [pick(random, [0, 0, 5, 10, 1e7, 1e30]), index * 5, 0] }),
			...(random() < 0.1 ? { closes: { [doorway]: 'a_01:2' } } : {}),
		};
	});
	return changed({ version: 1, name: 'a', kit: '.', rooms }, random);
}

async function assemble({ bytes }: Sample): Promise<Made> {
	const context = { report: new Report(), surfaces: K1, mappings: [] };
	const { level } = await assembleLevel(await readPlan(bytesSource(bytes, 'plan.json')), KIT, {}, context, registry);
	const files = context.report.failed ? [] : await levelFiles(level, 'out', { glb: false }, context);
	return { report: context.report, files };
}

function placements(random: Random): Uint8Array {
	const coordinate = (): number => pick(random, random() < 0.03 ? [3.5e38, 1e300] : [0, 0.5, -3, 1e6, 3.4e38]);
	const list = several(random, 5, () => ({
		kind: pick(random, ['door', 'placeable']),
		model: pick(random, random() < 0.03 ? MATERIALS : ['gate', 'GATE', 'crate', 'sixteen_letters_', 'constructor']),
		...(random() < 0.5 ? { state: pick(random, ['closed', 'open1', 'open2']) } : {}),
		position: random() < 0.7 ? [below(random, 3), 0, 0] : [coordinate(), coordinate(), coordinate()],
		bearing: random() < 0.8 ? below(random, 360) : coordinate(),
	}));
	return changed({ version: 1, level: 'a', placements: list }, random);
}

function placeAndBack({ bytes }: Sample): Made {
	const report = new Report();
	const { placements: list } = readPlacements(bytes, report);
	const things = thingsOfPlacements(list);
	const found = thingsOfGit(readGit(writeGff(placeInGit(emptyGit(), list)), new Report()));
	if (found.length !== list.length || things.length !== list.length) throw new Error('a thing is lost');
	for (const { position, bearing = 0 } of [...found, ...things])
		if (![...position, bearing].every(Number.isFinite)) throw new Error('a thing stands nowhere');
	return { report };
}

const FOUND: readonly Finding[] = [
	makeFinding(LEVEL_FINDINGS.LINKS_FOUND, { room: 'hall', at: [1, 2, 3] }, { count: 1 } as never),
	makeFinding(LEVEL_FINDINGS.LINKS_FOUND, { file: 'out/constructor' }, { count: 1 } as never),
];

function compareWithBaseline({ bytes }: Sample): Made {
	const value = parsed(bytes);
	if (!isBaseline(value)) throw new UsageError('no baseline');
	const told = newFindings(FOUND, value);
	if (!told.every((each) => FOUND.includes(each))) throw new Error('a finding that there was not');
	if (newFindings(FOUND, baselineOf(FOUND)).length > 0) throw new Error('a finding is not known again');
	return { report: new Report() };
}

function parsed(bytes: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder().decode(bytes));
	} catch {
		return undefined;
	}
}

const sha256 = (value: string): string => createHash('sha256').update(value).digest('hex');

/** What lies in the game and beside it: of the last two, one was added and one was replaced. */
const GAME: Readonly<Record<string, string>> = {
	'outside.txt': 'outside',
	'game/chitin.key': 'index',
	'game/data/2da.bif': 'tables',
	'game/Override/own.wok': 'of another mod',
	'game/modules/m01.rim': 'of the game',
	'game/wokflow-installed/copy-of-b.wok': 'old',
	'game/Override/a.wok': 'added',
	'game/Override/b.wok': 'new',
};
const RECORD = 'game/wokflow-installed/record.json';
const REPLACED = { path: 'Override/b.wok', old: 'copy-of-b.wok', oldHash: sha256('old'), hash: sha256('new') };
const ADDED = { path: 'Override/a.wok', old: null, oldHash: null, hash: sha256('added') };
const ODD_PATHS = ['../outside.txt', 'chitin.key', 'data/2da.bif', 'override/B.WOK', 'Override/..', 'Override/own.wok'];

function record(random: Random): Uint8Array {
	const files = [ADDED, REPLACED].map((each) => ({
		...each,
		...(random() < 0.1 ? { path: pick(random, ODD_PATHS) } : {}),
		...(random() < 0.1 ? { hash: sha256(pick(random, Object.values(GAME))) } : {}),
		...(random() < 0.1 ? { previous: sha256(pick(random, Object.values(GAME))) } : {}),
		...(random() < 0.1
			? { old: pick(random, [...ODD_PATHS, 'record.json', '__proto__']), oldHash: sha256('old') }
			: {}),
	}));
	return changed({ version: 1, files, folders: several(random, 1, () => 'Override') }, random);
}

/** Whatever the record says, only files of the right hash change, in two folders of the game. */
async function uninstallAll({ bytes }: Sample): Promise<Made> {
	const folder = join(tmpdir(), `wokflow-fuzz-${process.pid}`);
	try {
		for (const [path, content] of Object.entries(GAME)) {
			mkdirSync(dirname(join(folder, path)), { recursive: true });
			writeFileSync(join(folder, path), content);
		}
		writeFileSync(join(folder, RECORD), bytes);
		const report = new Report();
		const undone = await installAndUninstall(join(folder, 'game'), report).catch((error: Error) => error);
		const allowed = Array.isArray(undone) && undone.length > 0 ? CHANGED : /^game\/wokflow-installed\/record/;
		const there = contentsBelow(folder);
		for (const [path, content] of Object.entries(GAME))
			if (there.get(path) !== content && !allowed.test(path)) throw new Error(`${path} was changed`);
		if (undone instanceof Error) throw undone;
		return { report };
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** What may be different when something was uninstalled. */
const CHANGED = /^game\/(?:override|modules|wokflow-installed)\//i;

async function installAndUninstall(folder: string, report: Report): Promise<readonly InstalledFile[]> {
	const game = await openGame(folder);
	await install(game, [{ path: 'c.wok', bytes: text('third') }], {}, report);
	return uninstall(game, [], {}, report);
}

function contentsBelow(folder: string): Map<string, string> {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
	return new Map(
		paths.map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), String(readFileSync(path))]),
	);
}

/** Files that the registry does not know. */
export const WRITTEN_SUBJECTS: Readonly<Record<string, Subject>> = {
	surfaces: (random) => ({ fileName: 'surfaces.txt', bytes: surfaceList(random) }),
	plan: (random) => ({ fileName: 'plan.json', bytes: plan(random) }),
	placements: (random) => ({ fileName: 'a.placements.json', bytes: placements(random) }),
	baseline: (random) => {
		const known = [...baselineOf(FOUND).findings, { code: 'X', file: 'a.wok', room: 'a', at: [0, 0.1, 1e30] }];
		return { fileName: 'known.json', bytes: changed({ version: 1, findings: known }, random) };
	},
	record: (random) => ({ fileName: 'record.json', bytes: record(random) }),
};

/** What is done with them. @throws InputError or UsageError for what is refused */
export const WRITTEN_READERS: Readonly<Record<string, (sample: Sample) => Promise<Made> | Made>> = {
	surfaces: readSurfaceList,
	plan: assemble,
	placements: placeAndBack,
	baseline: compareWithBaseline,
	record: uninstallAll,
};
