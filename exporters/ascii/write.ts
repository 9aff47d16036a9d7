import {
	type AsciiDialect,
	formatMark,
	hooksByRule,
	type Mark,
	type VectorMark,
	type VectorMarkName,
} from '../../src/bwm/ascii.ts';
import { ASCII_FINDINGS } from '../../src/bwm/ascii-findings.ts';
import type { GivenOf } from '../../src/findings/options.ts';
import type { Report } from '../../src/findings/report.ts';
import type { WriteContext } from '../../src/formats/contracts.ts';
import { mapped, plus, type Vec3, ZERO } from '../../src/math/vec3.ts';
import { faceCount, locationOf, NONE, type Walkmesh, withFiniteHeader } from '../../src/model/walkmesh.ts';
import { nodeRole } from '../../src/scene/roles.ts';
import { ByteText } from '../../src/text/byte-text.ts';
import { plainFloat32 } from '../../src/text/numbers.ts';
import type { ASCII_WRITE_OPTIONS } from './options.ts';
import { treeToWrite, type WritableWalkmesh, writeTree } from './tree.ts';

/** MDLOps finds block keywords only at the start of a line. */
function indent(dialect: AsciiDialect): string {
	return dialect === 'mdlops' ? '' : '  ';
}

/** MDLOps' patterns do not match exponents, so for it numbers are written without. The value is the same. */
function writeFloat(text: ByteText, value: number, dialect: AsciiDialect): ByteText {
	return dialect === 'mdlops' ? text.text(plainFloat32(value)) : text.float32(value);
}

/** Writes `verts N` and a row of three floats for each vertex. */
function writeVertices(text: ByteText, { positions }: Walkmesh, dialect: AsciiDialect): void {
	text.text(`${indent(dialect)}verts ${positions.length / 3}\n`);
	for (let i = 0; i < positions.length; i += 3) {
		text.text('    ');
		writeFloat(text, positions[i], dialect).text(' ');
		writeFloat(text, positions[i + 1], dialect).text(' ');
		writeFloat(text, positions[i + 2], dialect).text('\n');
	}
}

/** Writes `faces N` and a row of eight integers for each face: three corners, smoothing group, three texture vertices, surface. */
function writeFaces(text: ByteText, { faces, surfaces }: Walkmesh, dialect: AsciiDialect): void {
	text.text(`${indent(dialect)}faces ${surfaces.length}\n`);
	for (let face = 0; face < surfaces.length; face++) {
		text.text('    ').integer(faces[face * 3]);
		text.text(' ').integer(faces[face * 3 + 1]);
		text.text(' ').integer(faces[face * 3 + 2]);
		text.text(' 1 0 0 0 ').integer(surfaces[face]).text('\n');
	}
}

/** Writes `roomlinks` and a row for every linked edge. No count is written, since MDLOps reads only its first digit. */
function writeRoomLinks(text: ByteText, { transitions }: Walkmesh, dialect: AsciiDialect): void {
	let linked = false;
	for (let edge = 0; edge < transitions.length; edge++) {
		if (transitions[edge] === NONE) continue;
		if (!linked) text.text(`${indent(dialect)}roomlinks\n`);
		linked = true;
		text.text('    ').integer(edge).text(' ').integer(transitions[edge]).text('\n');
	}
	if (linked) text.text(`${indent(dialect)}endlist\n`);
}

/** How the hooks of a walkmesh are written: as dummy nodes where the format has them, the others as `# wokflow` comments. */
export interface WrittenHooks {
	/** Use hook 1 and 2; undefined for one that gets no dummy. */
	readonly dummies: readonly [Vec3 | undefined, Vec3 | undefined];
	readonly marks: readonly VectorMark[];
}

/**
 * Decides how hooks are written. Placeables and closed doors have both dummies, open doors the first one, and the second if it is set. An absolute
 * hook that does not follow the rule of the game's files is kept in a comment.
 *
 * @param withDummies false where a reader would assign the dummies to another walkmesh of the text because of their names
 * @param telling false where a reader cannot assign them to this walkmesh by their names, so that comments must repeat the hooks
 */
function writtenHooks(walkmesh: Walkmesh, withDummies: boolean, telling: boolean): WrittenHooks {
	const { kind, hooks } = walkmesh;
	const object = kind !== 'area' && withDummies;
	const second = kind === 'placeable' || (walkmesh.doorState !== 'open1' && walkmesh.doorState !== 'open2');
	const first = object ? hooks.relative1 : undefined;
	const other = object && (second || !same(hooks.relative2, ZERO)) ? hooks.relative2 : undefined;
	const rule = hooksByRule(kind, rounded(hooks.relative1), rounded(hooks.relative2), rounded(walkmesh.position));
	const marks: VectorMark[] = [];
	const add = (mark: VectorMarkName, value: Vec3, otherwise: Vec3 | undefined): void => {
		if (otherwise === undefined || !same(value, otherwise)) marks.push({ mark, value });
	};
	const sure = kind === 'area' || (withDummies && telling);
	const read = (dummy: Vec3 | undefined): Vec3 | undefined => (sure ? (dummy ?? ZERO) : undefined);
	add('relative1', hooks.relative1, read(first));
	add('relative2', hooks.relative2, read(other));
	add('absolute1', hooks.absolute1, rule.absolute1);
	add('absolute2', hooks.absolute2, rule.absolute2);
	return { dummies: [first, other], marks };
}

/** Equal as float32s, bit for bit. */
function same(a: Vec3, b: Vec3): boolean {
	return a.every((component, axis) => Object.is(Math.fround(component), Math.fround(b[axis])));
}

function rounded(v: Vec3): Vec3 {
	return mapped(v, Math.fround);
}

/** The names of a walkmesh's nodes in a dialect. */
export interface NodeNames {
	/** Name of the model as one word; empty for a walkmesh without a name. */
	readonly model: string;
	/** Parent of all nodes; `NULL` without a model. */
	readonly parent: string;
	readonly geometry: string;
	/** Use hook 1 and 2. */
	readonly hooks: readonly [string, string];
	/** The model to which a reader assigns the hooks by their names and parent, in lower case. */
	readonly hookModel: string;
}

/** Longer names would make lines that the engine cuts. */
const LONGEST_NAME = 64;

/** Names nodes as the tools of a dialect do: MDLOps puts `md` for the door and nothing for the placeable before their parts. */
function nodeNames(walkmesh: Walkmesh, dialect: AsciiDialect, report: Report): NodeNames {
	const model = oneWord(walkmesh.name, report);
	const prefix = model === '' ? '' : `${model}_`;
	if (walkmesh.kind === 'placeable') {
		const parent = model === '' ? 'NULL' : `${model}_pwk`;
		const hooks = dialect === 'mdlops' ? 'pwk_use' : `${prefix}pwk_use`;
		const geometry = model === '' ? 'pwk_wg' : `${model}_wg`;
		return { model, parent, geometry, hooks: [`${hooks}01`, `${hooks}02`], hookModel: hookModel(`${hooks}01`, parent) };
	}
	if (walkmesh.kind === 'door') {
		const parent = model === '' ? 'NULL' : `${model}_DWK`;
		const state = walkmesh.doorState ?? 'closed';
		const start = dialect === 'mdlops' ? 'md_DWK' : `${prefix}DWK`;
		const hooks = [`${start}_dp_${state}_01`, `${start}_dp_${state}_02`] as const;
		return { model, parent, geometry: `${start}_wg_${state}`, hooks, hookModel: hookModel(hooks[0], parent) };
	}
	const plain = model === '' ? 'WALKMESH' : model;
	const geometry = model === '' || dialect === 'engine' ? plain : `${model}_wg`;
	return { model, parent: model === '' ? 'NULL' : model, geometry, hooks: ['', ''], hookModel: '' };
}

/** A name without blanks and other characters that would end it in the text. Names of the game only have letters, digits and `_`. */
function oneWord(name: string, report: Report): string {
	const written = name.replace(/[^\x21-\x7e]|#/g, '_').slice(0, LONGEST_NAME);
	if (written !== name) report.add(ASCII_FINDINGS.ASCII_NAME_CHANGED, {}, { name, written });
	return written;
}

/** The model that a reader finds for a hook. It may differ from the written one, because readers remove copy suffixes, namespaces and the like. */
function hookModel(hook: string, parent: string): string {
	for (const role of [nodeRole(hook), nodeRole(parent)]) {
		if (role !== undefined && role.role !== 'marker' && role.model !== undefined) return role.model.toLowerCase();
	}
	return '';
}

/** How an ASCII walkmesh is written. */
export type AsciiWriteOptions = Omit<GivenOf<typeof ASCII_WRITE_OPTIONS>, 'dialect'> & {
	readonly dialect?: AsciiDialect;
};

export interface AsciiWriteContext {
	readonly report: Report;
}

/**
 * Writes walkmeshes as one text: lines under 256 bytes, floats as the shortest decimals that read back as the same float32.
 * The engine puts walkable faces first and numbers edges after the faces of the text, so the faces should be in that order.
 *
 * Vertices of rooms are written in area space. Readers of all dialects but MDLOps would add the node's position to them, so for these the position
 * is 0 and the real one is in a `# wokflow` comment, like everything else that a dialect cannot express.
 *
 * @throws RangeError for coordinates that are not finite
 */
export function writeAscii(
	walkmeshes: readonly WritableWalkmesh[],
	options: AsciiWriteOptions,
	context: AsciiWriteContext,
): Uint8Array {
	const { dialect = 'engine', aabbOnOwnLine = false } = options;
	const text = new ByteText();
	const taken = new Set<string>();
	for (const loaded of walkmeshes) {
		const walkmesh = withFiniteHeader(loaded.walkmesh);
		const report = context.report.within(locationOf(walkmesh));
		const names = nodeNames(walkmesh, dialect, report);
		const owner = `${walkmesh.kind} ${walkmesh.doorState ?? 'closed'} ${names.hookModel}`;
		const hooks = writtenHooks(walkmesh, !taken.has(owner), names.hookModel === names.model.toLowerCase());
		taken.add(owner);
		beginWhole(text, walkmesh, names, dialect);
		for (const mark of marksOf(walkmesh, names, hooks, dialect)) text.text(formatMark(mark, dialect)).text('\n');
		beginGeometry(text, walkmesh, names, dialect);
		writeVertices(text, walkmesh, dialect);
		writeFaces(text, walkmesh, dialect);
		if (walkmesh.kind === 'area' && dialect !== 'mdlops' && faceCount(walkmesh) > 0) {
			writeTree(text, treeToWrite(loaded, walkmesh, report), faceCount(walkmesh), aabbOnOwnLine, report);
		}
		writeRoomLinks(text, walkmesh, dialect);
		text.text('endnode\n');
		writeDummies(text, names, hooks, dialect);
		if (hasWhole(walkmesh, dialect)) text.text(`endwalkmeshgeom ${names.parent}\n`);
	}
	return text.finish();
}

/** The comments before the node. The banner is always there, so that the text is recognised whatever its names are. */
function marksOf(walkmesh: Walkmesh, names: NodeNames, hooks: WrittenHooks, dialect: AsciiDialect): Mark[] {
	const { kind, doorState, position } = walkmesh;
	const state = kind === 'door' ? { doorState: doorState ?? 'closed' } : {};
	const marks: Mark[] = [{ mark: 'banner', kind, name: names.model, ...state }];
	const written = positionWritten(walkmesh, dialect);
	if (!same(position, written)) marks.push({ mark: 'offset', value: position });
	return [...marks, ...hooks.marks];
}

/** The position to write: 0 where readers would add it to vertices that include it already. */
function positionWritten({ kind, position }: Walkmesh, dialect: AsciiDialect): Vec3 {
	return kind === 'area' && dialect !== 'mdlops' ? ZERO : position;
}

function hasWhole({ kind }: Walkmesh, dialect: AsciiDialect): boolean {
	return dialect === 'nwmax' && kind === 'area';
}

function beginWhole(text: ByteText, walkmesh: Walkmesh, names: NodeNames, dialect: AsciiDialect): void {
	if (dialect !== 'nwmax') return;
	if (hasWhole(walkmesh, dialect)) text.text(`#MAXWALKMESH  ASCII\nbeginwalkmeshgeom ${names.parent}\n`);
	else text.text(walkmesh.kind === 'door' ? '#NWmax DWKMESH  ASCII\n' : '#NWmax PWKMESH  ASCII\n');
}

function beginGeometry(text: ByteText, walkmesh: Walkmesh, names: NodeNames, dialect: AsciiDialect): void {
	const type = walkmesh.kind === 'area' && dialect !== 'mdlops' ? 'aabb' : 'trimesh';
	text.text(`node ${type} ${names.geometry}\n`);
	// The plain form of a room has no parent: the node itself has the name that the parent would have.
	if (names.parent !== names.geometry) text.text(`  parent ${names.parent}\n`);
	writePosition(text, positionWritten(walkmesh, dialect), dialect);
	text.text(dialect === 'mdlops' ? '  orientation 1.0 0.0 0.0 0.0\n  bitmap NULL\n' : '  orientation 0 0 0 0\n');
	if (dialect === 'nwmax') text.text('  wirecolor 1 1 1\n');
}

function writeDummies(text: ByteText, names: NodeNames, { dummies }: WrittenHooks, dialect: AsciiDialect): void {
	for (const [slot, at] of dummies.entries()) {
		if (at === undefined) continue;
		text.text(`node dummy ${names.hooks[slot]}\n  parent ${names.parent}\n`);
		writePosition(text, at, dialect);
		text.text('endnode\n');
	}
}

function writePosition(text: ByteText, [x, y, z]: Vec3, dialect: AsciiDialect): void {
	text.text('  position ');
	writeFloat(text, x, dialect).text(' ');
	writeFloat(text, y, dialect).text(' ');
	writeFloat(text, z, dialect).text('\n');
}

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
