import { DOOR_STATES, type DoorState, WALKMESH_KINDS, type WalkmeshIdentity, type WalkmeshKind } from './walkmesh.ts';

/**
 * How the game names the files of walkmeshes: after the room or model, and for a door with the digit of its state. `quay_01a.wok`, `crate.pwk`,
 * `gate0.dwk`. Letter case does not matter.
 */

/** Extensions of the files that the game reads, by kind. */
export const WALKMESH_EXTENSIONS: Readonly<Record<WalkmeshKind, string>> = {
	area: '.wok',
	placeable: '.pwk',
	door: '.dwk',
};

/** The name by which the game finds the file of a walkmesh. A door without a state is a closed one. */
export function walkmeshFileName({ name, kind, doorState = 'closed' }: WalkmeshIdentity): string {
	const fileName = `${name}${WALKMESH_EXTENSIONS[kind]}`;
	return kind === 'door' ? stateFileName(fileName, doorState) : fileName;
}

/** The kind that the extension of a file or path stands for; undefined for an extension that no walkmesh has. */
export function kindOfFileName(fileName: string): WalkmeshKind | undefined {
	const lower = fileName.toLowerCase();
	return WALKMESH_KINDS.find((kind) => lower.endsWith(WALKMESH_EXTENSIONS[kind]));
}

/** The state whose digit is the last character before the extension. Names of models end in digits, too, as in `dor_lhr02`. */
export function stateInName(fileName: string): DoorState | undefined {
	const digit = /([0-2])\.[^.]*$/.exec(fileName);
	return digit === null ? undefined : DOOR_STATES[Number(digit[1])];
}

/** The file name of one state: `door.dwk` and the state `open1` give `door1.dwk`. */
export function stateFileName(fileName: string, state: DoorState): string {
	return fileName.replace(/\.[^./\\]*$/, (extension) => `${DOOR_STATES.indexOf(state)}${extension}`);
}

/**
 * The name of a model whose nodes have none, by the name of its file. A file that holds one state of a door and nothing else may be called as the game
 * calls it: `gate1` with the state open1 is of `gate`. Any other is called after the model.
 */
export function modelOfFile(stem: string, held: readonly Pick<WalkmeshIdentity, 'kind' | 'doorState'>[]): string {
	const states = new Set(held.map(({ kind, doorState = 'closed' }) => (kind === 'door' ? doorState : undefined)));
	const [state] = states;
	if (states.size !== 1 || state === undefined || stem.length < 2) return stem;
	return stem.endsWith(String(DOOR_STATES.indexOf(state))) ? stem.slice(0, -1) : stem;
}

/** The files of all states of the door that a file is of: `gate1.dwk` gives `gate0.dwk`, `gate1.dwk`, `gate2.dwk`. None for any other file. */
export function doorFileNames(fileName: string): string[] {
	if (kindOfFileName(fileName) !== 'door' || stateInName(fileName) === undefined) return [];
	return DOOR_STATES.map((_, digit) => fileName.replace(/[0-2](?=\.[^.]*$)/, String(digit)));
}
