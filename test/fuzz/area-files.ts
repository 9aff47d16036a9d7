import { checkPathPoints } from '../../check/things/path-points.ts';
import { makeModel } from '../../fixtures/make/model.ts';
import { writePth } from '../../game/area/things.ts';
import { compareRooms } from '../../jobs/edit/sync.ts';
import { readPth } from '../../jobs/level/area-files.ts';
import { writeWalkmesh } from '../../pipeline/bytes.ts';
import { InputError, Report } from '../../src/findings/report.ts';
import { bytesSource, type RoomFiles } from '../../src/formats/contracts.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { createWalkmesh } from '../../src/model/walkmesh.ts';
import { layoutOf, rectangle } from '../support/levels.ts';
import { mutateBytes } from '../support/mutate.ts';
import { below, mutateWords, pick, type Random, type Sample, type Subject } from './random.ts';
import type { Made } from './written-files.ts';

/** Inputs for what reads files that belong to an area beside its layout: path points, and models of rooms with their walkmeshes. */

const changed = (bytes: Uint8Array, random: Random, header: number): Uint8Array =>
	random() < 0.3 ? bytes : random() < 0.8 ? mutateWords(bytes, random, header) : mutateBytes(bytes, random);

function paths(random: Random): Sample {
	const count = below(random, 8);
	const points = Array.from({ length: count }, () => ({
		x: random() * 10,
		y: random() * 10,
		links: Array.from({ length: below(random, 4) }, () => below(random, count)),
	}));
	const bytes = writePth(points);
	return { fileName: 'a.pth', bytes: changed(bytes, random, bytes.length) };
}

const AREA = {
	name: 'a',
	layout: layoutOf('a_01'),
	rooms: [{ name: 'a_01', walkmesh: rectangle(0, 0, 6, 6) }],
	objects: [],
};

function checkPaths({ bytes }: Sample): Made {
	const report = new Report();
	checkPathPoints(AREA, readPth(bytes, report), K1, report);
	return { report };
}

const ROOM = 'room_01a';

/** A model and a walkmesh that are in step or nearly so, changed. */
function twins(random: Random): Sample {
	const corners = 3 + below(random, 8);
	const positions = Array.from({ length: corners * 3 }, () => (random() < 0.5 ? below(random, 6) : random() * 10));
	const faces = Array.from({ length: 3 * (1 + below(random, 8)) }, () => below(random, corners));
	const surfaces = Array.from({ length: faces.length / 3 }, () => pick(random, [1, 4, 4, 7, 10]));
	const game = pick(random, ['k1', 'k2'] as const);
	const { mdl, mdx } = makeModel({ name: ROOM, positions, faces, surfaces, game });
	const edited = random() < 0.5 ? surfaces : surfaces.map(() => pick(random, [1, 7]));
	const walkmesh = createWalkmesh({
		name: ROOM,
		kind: 'area',
		positions: Float32Array.from(positions),
		faces: Uint32Array.from(faces),
		surfaces: Uint32Array.from(edited),
	});
	const beside = {
		[`${ROOM}.mdx`]: random() < 0.8 ? mdx : mutateBytes(mdx, random),
		[`${ROOM}.wok`]: changed(writeWalkmesh(walkmesh), random, 136),
	};
	return { fileName: `${ROOM}.mdl`, bytes: changed(mdl, random, random() < 0.5 ? 240 : mdl.length), beside };
}

/** Whatever the two hold, what is written is in step, or nothing is: `sync` throws where it is neither. */
async function syncTwins({ fileName, bytes, beside = {} }: Sample): Promise<Made> {
	const report = new Report();
	const files = (name: string, content: Uint8Array): RoomFiles => ({
		looked: name,
		find: async () => ({ ...bytesSource(content, name), sibling: async (other) => beside[other] }),
	});
	const found = { walkmeshes: files(`${ROOM}.wok`, beside[`${ROOM}.wok`]), models: files(fileName, bytes) };
	const context = { report, surfaces: K1, mappings: [] };
	const [room] = await compareRooms([{ name: ROOM, position: [0, 0, 0] }], found, {}, context);
	const unread = report.findings.find(({ severity }) => severity === 'fatal');
	if (unread !== undefined) throw new InputError(unread);
	return { report, files: (await room?.sync()) ?? [] };
}

export const AREA_SUBJECTS: Readonly<Record<string, Subject>> = { pth: paths, sync: twins };

/** What is done with them. @throws InputError for what is refused */
export const AREA_READERS: Readonly<Record<string, (sample: Sample) => Promise<Made> | Made>> = {
	pth: checkPaths,
	sync: syncTwins,
};
