import type { RoomOptions } from '../src/level/from-scene.ts';
import type { GivenMappings } from '../src/scene/surface-mappings.ts';
import { scriptJson } from '../src/text/quote.ts';
import type { SurfaceTable } from '../src/walkmesh/surfaces.ts';
import type { SpaceOption } from '../src/walkmesh/transform.ts';
import type { JoinOptions, MeshOptions, ReadOptions } from './options.ts';

/**
 * The page that shows levels: what it opens with, and how that stands in the file. The command line writes it, the page reads it, and both
 * go by what is said here.
 */

/** The options of opening, one beside the other, as on the command line. */
export type ViewOptions = ReadOptions &
	MeshOptions &
	JoinOptions &
	RoomOptions &
	GivenMappings & { readonly roomSpace?: SpaceOption };

/** A file that lies in the page. */
export interface PageFile {
	/** As the user named it, with `/`. */
	readonly path: string;
	/** Base64, of the bytes or of what gzip made of them. */
	readonly content: string;
	readonly gzip?: boolean;
}

/** What a page opens with. */
export interface PageData {
	readonly version: 1;
	readonly title: string;
	readonly files: readonly PageFile[];
	/** Paths of those files that were named; the others belong to them. */
	readonly inputs: readonly string[];
	/** Paths of those to compare them with. */
	readonly compare?: readonly string[];
	readonly options: ViewOptions;
	/** Where it is not the game's own. */
	readonly surfaces?: SurfaceTable;
	/** Served pages ask here whether something changed. */
	readonly changes?: string;
}

/** The element of the page that holds the data. */
export const PAGE_DATA_ID = 'wokflow-data';

const EMPTY = `<script type="application/json" id="${PAGE_DATA_ID}">null</script>`;
/** Pages ask nobody. */
const CONNECT_NONE = "connect-src 'none'";
const CONNECT_SELF = "connect-src 'self'";

/**
 * The page with data inside. Names in it are data: they cannot end the element that they stand in.
 * @param page as it was built
 * @throws Error for a page that has no place for data
 */
export function pageWithData(page: string, data: PageData): string {
	const at = page.indexOf(EMPTY);
	if (at < 0) throw new Error('The page has no place for data. Build it anew: npm run build');
	const before = page.slice(0, at);
	const head = data.changes === undefined ? before : before.replace(CONNECT_NONE, CONNECT_SELF);
	return `${head}${EMPTY.replace('null', () => scriptJson(data))}${page.slice(at + EMPTY.length)}`;
}
