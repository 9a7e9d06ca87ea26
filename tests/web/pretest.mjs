// What several tests share is built before any begins: they run side by side.

import { build } from "./second.mjs";

build();
