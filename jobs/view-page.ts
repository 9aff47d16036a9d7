import type { RoomOptions } from '../level/rooms/room-nodes.ts';
import type { JoinOptions, MeshOptions, ReadOptions } from '../pipeline/options.ts';
import type { SurfaceTable } from '../src/model/surfaces.ts';
import type { SpaceOption } from '../src/scene/space.ts';
import type { GivenMappings } from '../src/scene/surface-mappings.ts';
import { scriptJson } from '../src/text/quote.ts';

/**
 * The data inside the page that shows levels, and its form. The command line writes it and the page reads it, both by these declarations.
 */

/** The options of opening in one flat object, as on the command line. */
export type ViewOptions = ReadOptions &
	MeshOptions &
	JoinOptions &
	RoomOptions &
	GivenMappings & { readonly roomSpace?: SpaceOption };

/** A file embedded in the page. */
export interface PageFile {
	/** As the user named it, with `/`. */
	readonly path: string;
	/** Base64 of the bytes, or of the bytes compressed with gzip. */
	readonly content: string;
	readonly gzip?: boolean;
}

/** Files of an older version: rooms of the same name may be among those of either version, so each is opened with its own. */
export interface ComparedFiles {
	/** Paths of the files that were named. */
	readonly inputs: readonly string[];
	/** Paths of the files that only this version reads. */
	readonly own: readonly string[];
	/** Paths of the files that both versions read. */
	readonly shared: readonly string[];
}

/** The data that a page opens with. */
export interface PageData {
	readonly version: 1;
	readonly title: string;
	readonly files: readonly PageFile[];
	/** Paths of the files that were named; the others are only needed to read these. */
	readonly inputs: readonly string[];
	/** The older version to compare with. */
	readonly compare?: ComparedFiles;
	readonly options: ViewOptions;
	/** The surface table, if it is not the game's own. */
	readonly surfaces?: SurfaceTable;
	/** URL at which a served page asks whether a file changed. */
	readonly changes?: string;
}

/** The element of the page that holds the data. */
export const PAGE_DATA_ID = 'wokflow-data';

const EMPTY = `<script type="application/json" id="${PAGE_DATA_ID}">null</script>`;
/** The rule of the page's content security policy that forbids all requests. */
const CONNECT_NONE = "connect-src 'none'";
const CONNECT_SELF = "connect-src 'self'";

/**
 * Embeds data in the page. Names in the data are escaped, so that they cannot end the element that holds it.
 * @param page HTML of the page as it was built
 * @throws Error for a page without an element for data
 */
export function pageWithData(page: string, data: PageData): string {
	const at = page.indexOf(EMPTY);
	if (at < 0) throw new Error('The page has no place for data. Build it again: npm run build');
	const before = page.slice(0, at);
	const head = data.changes === undefined ? before : before.replace(CONNECT_NONE, CONNECT_SELF);
	return `${head}${EMPTY.replace('null', () => scriptJson(data))}${page.slice(at + EMPTY.length)}`;
}
