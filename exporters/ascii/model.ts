import { ASCII_FINDINGS } from '../../src/bwm/ascii-findings.ts';
import type { WriteContext } from '../../src/formats/contracts.ts';
import { mapped, plus, type Vec3, ZERO } from '../../src/math/vec3.ts';
import { faceCount, locationOf, type Walkmesh, withFiniteHeader } from '../../src/model/walkmesh.ts';
import { ByteText } from '../../src/text/byte-text.ts';
import { plainFloat32 } from '../../src/text/numbers.ts';
import { treeToWrite, type WritableWalkmesh, writeTree } from './tree.ts';
import { nodeNames, writeFaces, writeRoomLinks } from './write.ts';

/** Fewest decimals tried: 6, a thousandth of a millimetre. */
const LEAST_DECIMALS = 6;

/** As many as `toFixed` writes. Those of the smallest float32s end before. */
const MOST_DECIMALS = 100;

/**
 * Writes rooms as text models with only the walkmesh, to be compiled into room models or merged with visual models: the node `aabb` in the space of
 * the room, and its position in the layout (`layoutposition`). Numbers have enough decimals to read back as the same float32 in area space, and
 * no exponents. Two things do not read back: the sign of a zero, and the last digits of a coordinate below 2⁻²⁹ of the offset, which float64 does
 * not hold in the space of the room.
 */
export function writeModels(
	walkmeshes: readonly WritableWalkmesh[],
	aabbOnOwnLine: boolean,
	context: Pick<WriteContext, 'report' | 'roomNames' | 'roomPositions'>,
): Uint8Array {
	const text = new ByteText();
	for (const loaded of walkmeshes) {
		const walkmesh = withFiniteHeader(loaded.walkmesh);
		const report = context.report.within(locationOf(walkmesh));
		if (walkmesh.kind !== 'area') {
			report.add(ASCII_FINDINGS.ASCII_MODEL_OF_OBJECT, {}, { kind: walkmesh.kind });
			continue;
		}
		const at = positionOf(walkmesh, context);
		if (at === undefined) report.add(ASCII_FINDINGS.ASCII_MODEL_WITHOUT_LAYOUT, {}, {});
		const { model } = nodeNames(walkmesh, 'nwmax', report);
		const name = model === '' ? 'room' : model;
		const offset = writeModel(text, walkmesh, name, at ?? ZERO);
		if (faceCount(walkmesh) > 0) {
			writeTree(text, treeToWrite(loaded, walkmesh, report), faceCount(walkmesh), aabbOnOwnLine, report, offset);
		}
		writeRoomLinks(text, walkmesh, 'nwmax');
		text.text(`endnode\nendmodelgeom ${name}\ndonemodel ${name}\n`);
	}
	return text.finish();
}

function positionOf(
	{ name }: Walkmesh,
	{ roomNames = [], roomPositions = [] }: Partial<WriteContext>,
): Vec3 | undefined {
	const index = roomNames.findIndex((room) => room.toLowerCase() === name.toLowerCase());
	return index < 0 ? undefined : roomPositions[index];
}

/**
 * Writes a model up to the faces of its node.
 * @returns the offset from the space of the node to area space, in float64 as readers add it up from the two positions of the text
 */
function writeModel(text: ByteText, walkmesh: Walkmesh, name: string, at: Vec3): Vec3 {
	const layoutPosition = mapped(at, written);
	const position = mapped(walkmesh.position, written);
	text.text('# Made by wokflow from a walkmesh: vertices are in the space of the room.\n');
	text.text(`newmodel ${name}\nsetsupermodel ${name} NULL\nclassification Other\nsetanimationscale 1\n`);
	text.text(`layoutposition ${layoutPosition.map(plainFloat32).join(' ')}\nbeginmodelgeom ${name}\n`);
	text.text(`node dummy ${name}\n  parent NULL\nendnode\n`);
	text.text(`node aabb ${name}_wg\n  parent ${name}\n  position ${position.map(plainFloat32).join(' ')}\n`);
	text.text('  orientation 0 0 0 0\n  bitmap NULL\n  render 0\n  shadow 0\n');
	const { positions } = walkmesh;
	const offset = plus(position, layoutPosition);
	text.text(`  verts ${positions.length / 3}\n`);
	for (let i = 0; i < positions.length; i += 3) {
		const row = [0, 1, 2].map((axis) => decimals(positions[i + axis], offset[axis]));
		text.text(`    ${row.join(' ')}\n`);
	}
	writeFaces(text, walkmesh, 'nwmax');
	return offset;
}

/** What readers make of a float32 as it is written: its shortest decimal is another float64, up to half a step of float32 away. */
function written(value: number): number {
	return Number(plainFloat32(value)) + 0;
}

/** `value - offset` with the fewest decimals, at least 6, that give the float32 of `value` again when a reader adds the offset. */
function decimals(value: number, offset: number): string {
	const single = Math.fround(value);
	const inRoom = single - offset;
	for (let places = LEAST_DECIMALS; ; places++) {
		const text = inRoom.toFixed(places);
		const read = Number(text);
		if (Math.fround(read + offset) === single || read === inRoom || places === MOST_DECIMALS) return shortened(text);
	}
}

function shortened(text: string): string {
	const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
	return short === '-0' ? '0' : short;
}
