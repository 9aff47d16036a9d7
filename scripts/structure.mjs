// The size and shape of the code, and bounds that keep it one that a person can own. `npm run structure` also checks the direction of imports.
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { importGraph, linesOf, ROOT, reachedFrom } from './imports.mjs';

const PRODUCT =
	/^(?:src|importers|exporters|pipeline|level|check|pictures|game|jobs|builds|viewer|hosts|cli)\/|^(?:index|node)\.ts$/;

const MOST_IN_FOLDER = 25;
/** A longer file says in its first comment why it is one: `In one file: …`. */
const LONG = 400;
const REASON = 'In one file:';

const graph = importGraph();
const product = [...graph.keys()].filter((file) => PRODUCT.test(file));
const sum = (files) => files.reduce((lines, file) => lines + linesOf(file), 0);
const tests = [...graph.keys()].filter((file) => file.startsWith('test/'));
// What conversions load, and what they load later: formats come by the registry.
const convert = [...reachedFrom(graph, ['pipeline/convert.ts'])].filter((file) => PRODUCT.test(file));
const folders = groupBy(product, posix.dirname);
const [[widest, inWidest]] = [...folders].sort((a, b) => b[1].length - a[1].length);
const cycles = cyclesOf(folderGraph());

const figures = {
	'lines of product code': [sum(product), 75_000],
	'files of product code': [product.length, 420],
	'lines reached by pipeline/convert.ts': [sum(convert), 25_000],
	'cycles of folders': [cycles.length, 0],
	[`files side by side (${widest})`]: [inWidest.length, MOST_IN_FOLDER],
	'lines of tests': [sum(tests), 60_000],
};
for (const [what, [value, most]] of Object.entries(figures)) console.log(`${what}: ${value} (goal: at most ${most})`);

const faults = [
	...cycles.map((cycle) => `These folders import each other: ${cycle.join(', ')}`),
	...[...folders]
		.filter(([, files]) => files.length > MOST_IN_FOLDER)
		.map(([folder, { length }]) => `${folder}/ has ${length} files side by side; ${MOST_IN_FOLDER} at most.`),
	...product
		.filter((file) => linesOf(file) > LONG && !saysWhy(file))
		.map(
			(file) =>
				`${file} has ${linesOf(file)} lines. Divide it by subject, or say in its first comment why it is one file: "${REASON} …".`,
		),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0 && !process.argv.includes('--figures')) process.exitCode = 1;

function saysWhy(file) {
	return readFileSync(`${ROOT}${file}`, 'utf8').split('\n').slice(0, 60).join('\n').includes(REASON);
}

function folderGraph() {
	const edges = new Map();
	for (const file of product) {
		const from = posix.dirname(file);
		const targets = edges.get(from) ?? new Set();
		edges.set(from, targets);
		for (const each of graph.get(file)) {
			const to = posix.dirname(each);
			if (PRODUCT.test(each) && to !== from && to !== '.') targets.add(to);
		}
	}
	return edges;
}

/** Groups of folders that lead to each other. */
function cyclesOf(edges) {
	const reach = new Map([...edges.keys()].map((folder) => [folder, reachedFrom(edges, [folder])]));
	const groups = [...edges.keys()].map((folder) =>
		[...reach.get(folder)].filter((other) => reach.get(other)?.has(folder) === true).sort(),
	);
	return [...new Map(groups.filter(({ length }) => length > 1).map((group) => [group.join(), group])).values()];
}

/** As `Map.groupBy`, which Node 20 does not have. */
function groupBy(items, keyOf) {
	const groups = new Map();
	for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
	return groups;
}
