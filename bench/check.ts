import { encodeBwm } from '../exporters/bwm/index.ts';
import { makeLevel } from '../fixtures/make/grid-level.ts';
import { decodeBwm } from '../importers/bwm/decode.ts';
import { checkSource } from '../jobs/check.ts';
import { createRegistry } from '../jobs/default-registry.ts';
import { writeLyt } from '../level/formats/write.ts';
import { deriveBwm, walkmeshFromBwm } from '../src/bwm/derive.ts';
import { Report } from '../src/findings/report.ts';
import { bytesSource } from '../src/formats/contracts.ts';
import { K1 } from '../src/model/surfaces.ts';
import { createWalkmesh } from '../src/model/walkmesh.ts';
import { linkRooms } from '../src/seams/link.ts';
import { median } from './data.ts';

/**
 * Checking a level against reading its rooms and deriving their tables, in turns: `npx tsx bench/check.ts [rooms] [faces] [rounds]`. Milliseconds of
 * processor time, which other programs disturb least: the least and the median; the number of findings stands for a checksum.
 */
const [rooms = 60, faces = 400, rounds = 7] = process.argv.slice(2).map(Number);

const grid = makeLevel({ rooms, trianglesPerRoom: faces, seed: 1 });
const made = grid.rooms.map(({ name, positions, faces: corners, surfaces }) => ({
	name,
	walkmesh: createWalkmesh({ name, positions, faces: corners, surfaces: Uint32Array.from(surfaces) }),
}));
const layout = {
	rooms: grid.rooms.map(({ name, position }) => ({ model: name, position })),
	tracks: [],
	obstacles: [],
	doorHooks: [],
};
const { level } = linkRooms({ name: 'grid', layout, rooms: made, objects: [] }, K1);
const files = new Map(
	level.rooms.flatMap(({ name, walkmesh }) =>
		walkmesh === undefined ? [] : [[name, encodeBwm(deriveBwm(walkmesh, K1, new Report()))]],
	),
);
const lyt = writeLyt(layout);
const registry = createRegistry();

function readAndDerive(): number {
	let bytes = 0;
	for (const [name, file] of files) {
		const report = new Report();
		const walkmesh = walkmeshFromBwm(decodeBwm(file, report), { name }, report);
		bytes += encodeBwm(deriveBwm(walkmesh, K1, report)).length;
	}
	return bytes;
}

async function check(): Promise<number> {
	const found = await checkSource(
		bytesSource(lyt, 'grid.lyt'),
		{
			roomFiles: {
				looked: 'memory',
				find: async (room) => {
					const file = files.get(room);
					return file === undefined ? undefined : bytesSource(file, `${room}.wok`);
				},
			},
		},
		{ report: new Report(), surfaces: K1, mappings: [] },
		registry,
	);
	return found.length;
}

function processorTime(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
}

const times: Record<'floor' | 'check', number[]> = { floor: [], check: [] };
let bytes = 0;
let findings = 0;
for (let round = 0; round <= rounds; round++) {
	const start = processorTime();
	bytes = readAndDerive();
	const middle = processorTime();
	findings = await check();
	const end = processorTime();
	// The first round compiles.
	if (round === 0) continue;
	times.floor.push(middle - start);
	times.check.push(end - middle);
}
const [floor, whole] = [median(times.floor), median(times.check)];
console.log(`${rooms} rooms of ${faces} faces, ${bytes} bytes, ${findings} findings`);
console.log(`read and derive ${floor.toFixed(1)} (${Math.min(...times.floor).toFixed(1)})`);
console.log(
	`check           ${whole.toFixed(1)} (${Math.min(...times.check).toFixed(1)})  ${(whole / floor).toFixed(2)} ×`,
);
