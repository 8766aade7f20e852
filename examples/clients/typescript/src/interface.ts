export interface paths {
    "/v1/active-ats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * New jobs
         * @description Active jobs first collected within `time_frame`: the latest `date_posted` first, jobs without one last, or by `id` ascending with `cursor`.
         */
        get: operations["getActiveAts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/active-ats-count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count new jobs
         * @description How many jobs match the filters in the window. To count what `/v1/active-ats` lists, send both the same `time_frame`; their defaults differ. `1m` also counts jobs that have expired since; the other windows count active jobs only.
         */
        get: operations["getActiveAtsCount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/modified-ats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Modified jobs
         * @description Active jobs whose published content changed in the 24 hours up to the last full UTC hour, or in the window of `date_modified_gte` and `date_modified_lt`, at most 31 days. Ordered by `date_modified` descending, or by `id` ascending with `cursor`.
         */
        get: operations["getModifiedAts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/expired-ats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Expired jobs
         * @description Ids of jobs that left the feed in the window, removed by the employer or found not to be in the country, ascending. Clients delete them from their copy.
         */
        get: operations["getExpiredAts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ats-organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Organization list
         * @description Every employer with active jobs, ordered by name, byte by byte. Built at most once an hour, so `active_jobs` may be that old; counts as one request and no jobs. The names are for the `organization` filter.
         */
        get: operations["getAtsOrganizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search jobs
         * @description Active jobs in one country, the latest `date_posted` first, jobs without one last. Send `next_cursor` as `cursor`, with the same filters, until it is null: each job that matches throughout comes once, also while the catalogue changes. A `window` stays where it was on the first page.
         */
        get: operations["getJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a job
         * @description One job with both descriptions and `source_fields`, whatever its status. A service may delete jobs that left more than 183 days ago: 404 `job-pruned`.
         */
        get: operations["getJobsById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes feed
         * @description Every created, updated, expired and excluded event of one country, in order, seconds behind collection. Store `next_since` and pass it back as `since`. Numbers ascend; a restore of the catalogue leaves out numbers, and a `since` among them is a 400 of the type `catalogue-restored`: fill the copy again.
         */
        get: operations["getChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Statistics
         * @description Active jobs per source and region, and board counts, for one country. `generated_at` says when they were counted: at most a few minutes ago.
         */
        get: operations["getStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description An entry of the change log: what happened to a job, and the job as it is now.
         * @example {
         *       "seq": 90210,
         *       "event": "updated",
         *       "job_id": 3000,
         *       "occurred_at": "2026-11-20T15:02:44Z",
         *       "changed": [
         *         "salary"
         *       ],
         *       "job": {
         *         "id": 3000,
         *         "title": "Registered Nurse, Nights",
         *         "organization": "Wrenrill Health",
         *         "organization_url": null,
         *         "organization_logo": null,
         *         "date_posted": "2026-11-19T00:00:00Z",
         *         "date_created": "2026-11-20T12:41:07.250Z",
         *         "date_valid_through": null,
         *         "locations": [
         *           {
         *             "@type": "Place",
         *             "address": {
         *               "@type": "PostalAddress",
         *               "addressLocality": "Toronto",
         *               "addressRegion": "ON",
         *               "addressCountry": "CA",
         *               "postalCode": null
         *             },
         *             "latitude": 43.65,
         *             "longitude": -79.38
         *           }
         *         ],
         *         "locations_alt": [
         *           "Toronto, ON"
         *         ],
         *         "locations_derived": [
         *           "Toronto, Ontario, Canada"
         *         ],
         *         "location_type": null,
         *         "location_requirements": null,
         *         "salary": {
         *           "@type": "MonetaryAmount",
         *           "currency": "CAD",
         *           "value": {
         *             "@type": "QuantitativeValue",
         *             "minValue": 39.5,
         *             "maxValue": 56,
         *             "unitText": "HOUR"
         *           }
         *         },
         *         "employment_type": [
         *           "FULL_TIME"
         *         ],
         *         "url": "https://boards.greenhouse.io/wrenrill/jobs/4711",
         *         "source": "greenhouse",
         *         "source_type": "ats",
         *         "source_domain": "boards.greenhouse.io",
         *         "source_slug": "wrenrill",
         *         "domain_derived": null,
         *         "cities_derived": [
         *           "Toronto"
         *         ],
         *         "counties_derived": null,
         *         "regions_derived": [
         *           "Ontario"
         *         ],
         *         "countries_derived": [
         *           "Canada"
         *         ],
         *         "timezones_derived": null,
         *         "lats_derived": [
         *           43.65
         *         ],
         *         "lngs_derived": [
         *           -79.38
         *         ],
         *         "country": "CA",
         *         "apply_url": null,
         *         "work_arrangement": "onsite",
         *         "status": "active",
         *         "date_modified": "2026-11-20T15:02:44Z",
         *         "date_removed": null
         *       }
         *     }
         */
        Change: {
            /**
             * Format: int64
             * @description Number of the event in its country, ascending. Numbers are left out where the catalogue was restored, or where later events of the same job make events needless.
             */
            seq: number;
            /**
             * @description `expired`: removed by the employer, or closed. `excluded`: not in the country.
             * @enum {string}
             */
            event: "created" | "updated" | "expired" | "excluded";
            /**
             * Format: int64
             * @description Id of the job.
             */
            job_id: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurred_at: string;
            /** @description Names of the changed fields of an `updated` event, none when an archive did not tell them; null for the other events. */
            changed: string[] | null;
            /** @description The job as it is now, for `created` and `updated`; null for the other events. */
            job: components["schemas"]["JobWithStatus"] | null;
        };
        /**
         * @description A page of the change log, and where the next one begins.
         * @example {
         *       "country": "CA",
         *       "events": [
         *         {
         *           "seq": 90210,
         *           "event": "updated",
         *           "job_id": 3000,
         *           "occurred_at": "2026-11-20T15:02:44Z",
         *           "changed": [
         *             "salary"
         *           ],
         *           "job": {
         *             "id": 3000,
         *             "title": "Registered Nurse, Nights",
         *             "organization": "Wrenrill Health",
         *             "organization_url": null,
         *             "organization_logo": null,
         *             "date_posted": "2026-11-19T00:00:00Z",
         *             "date_created": "2026-11-20T12:41:07.250Z",
         *             "date_valid_through": null,
         *             "locations": [
         *               {
         *                 "@type": "Place",
         *                 "address": {
         *                   "@type": "PostalAddress",
         *                   "addressLocality": "Toronto",
         *                   "addressRegion": "ON",
         *                   "addressCountry": "CA",
         *                   "postalCode": null
         *                 },
         *                 "latitude": 43.65,
         *                 "longitude": -79.38
         *               }
         *             ],
         *             "locations_alt": [
         *               "Toronto, ON"
         *             ],
         *             "locations_derived": [
         *               "Toronto, Ontario, Canada"
         *             ],
         *             "location_type": null,
         *             "location_requirements": null,
         *             "salary": {
         *               "@type": "MonetaryAmount",
         *               "currency": "CAD",
         *               "value": {
         *                 "@type": "QuantitativeValue",
         *                 "minValue": 39.5,
         *                 "maxValue": 56,
         *                 "unitText": "HOUR"
         *               }
         *             },
         *             "employment_type": [
         *               "FULL_TIME"
         *             ],
         *             "url": "https://boards.greenhouse.io/wrenrill/jobs/4711",
         *             "source": "greenhouse",
         *             "source_type": "ats",
         *             "source_domain": "boards.greenhouse.io",
         *             "source_slug": "wrenrill",
         *             "domain_derived": null,
         *             "cities_derived": [
         *               "Toronto"
         *             ],
         *             "counties_derived": null,
         *             "regions_derived": [
         *               "Ontario"
         *             ],
         *             "countries_derived": [
         *               "Canada"
         *             ],
         *             "timezones_derived": null,
         *             "lats_derived": [
         *               43.65
         *             ],
         *             "lngs_derived": [
         *               -79.38
         *             ],
         *             "country": "CA",
         *             "apply_url": null,
         *             "work_arrangement": "onsite",
         *             "status": "active",
         *             "date_modified": "2026-11-20T15:02:44Z",
         *             "date_removed": null
         *           }
         *         }
         *       ],
         *       "next_since": 90210,
         *       "latest_seq": 90210,
         *       "more": false
         *     }
         */
        ChangesPage: {
            /**
             * @description Country view.
             * @enum {string}
             */
            country: "CA" | "US";
            events: components["schemas"]["Change"][];
            /**
             * Format: int64
             * @description The checkpoint to store and to send as `since`.
             */
            next_since: number;
            /**
             * Format: int64
             * @description Number of the last event of the country.
             */
            latest_seq: number;
            /** @description Whether events remain. */
            more: boolean;
        };
        /**
         * @description A posting in one country view. A posting with locations in both countries is two jobs.
         * @example {
         *       "id": 3000,
         *       "title": "Registered Nurse, Nights",
         *       "organization": "Wrenrill Health",
         *       "organization_url": null,
         *       "organization_logo": null,
         *       "date_posted": "2026-11-19T00:00:00Z",
         *       "date_created": "2026-11-20T12:41:07.250Z",
         *       "date_valid_through": null,
         *       "locations": [
         *         {
         *           "@type": "Place",
         *           "address": {
         *             "@type": "PostalAddress",
         *             "addressLocality": "Toronto",
         *             "addressRegion": "ON",
         *             "addressCountry": "CA",
         *             "postalCode": null
         *           },
         *           "latitude": 43.65,
         *           "longitude": -79.38
         *         }
         *       ],
         *       "locations_alt": [
         *         "Toronto, ON"
         *       ],
         *       "locations_derived": [
         *         "Toronto, Ontario, Canada"
         *       ],
         *       "location_type": null,
         *       "location_requirements": null,
         *       "salary": {
         *         "@type": "MonetaryAmount",
         *         "currency": "CAD",
         *         "value": {
         *           "@type": "QuantitativeValue",
         *           "minValue": 39.5,
         *           "maxValue": 56,
         *           "unitText": "HOUR"
         *         }
         *       },
         *       "employment_type": [
         *         "FULL_TIME"
         *       ],
         *       "url": "https://boards.greenhouse.io/wrenrill/jobs/4711",
         *       "source": "greenhouse",
         *       "source_type": "ats",
         *       "source_domain": "boards.greenhouse.io",
         *       "source_slug": "wrenrill",
         *       "domain_derived": null,
         *       "cities_derived": [
         *         "Toronto"
         *       ],
         *       "counties_derived": null,
         *       "regions_derived": [
         *         "Ontario"
         *       ],
         *       "countries_derived": [
         *         "Canada"
         *       ],
         *       "timezones_derived": null,
         *       "lats_derived": [
         *         43.65
         *       ],
         *       "lngs_derived": [
         *         -79.38
         *       ],
         *       "country": "CA",
         *       "apply_url": null,
         *       "work_arrangement": "onsite"
         *     }
         */
        Job: {
            /**
             * Format: int64
             * @description Stable job id. Matches the ids returned by the expired feed.
             */
            id: number;
            /** @description Job title as published. */
            title: string;
            /** @description Hiring employer. */
            organization: string | null;
            /** @description Always null. */
            organization_url: string | null;
            /** @description Always null. */
            organization_logo: string | null;
            /**
             * Format: date-time
             * @description When the employer says it was posted. Null when it does not say.
             */
            date_posted: string | null;
            /**
             * Format: date-time
             * @description When the service first collected the job. Used for incremental syncs.
             */
            date_created: string;
            /**
             * Format: date-time
             * @description Closing date published by the employer.
             */
            date_valid_through: string | null;
            /** @description The locations in the country of this view. */
            locations: components["schemas"]["Place"][] | null;
            /** @description Location labels, e.g. in the form `<City>, <RegionCode>`. */
            locations_alt: string[] | null;
            /** @description Normalised `<City>, <Region>, <Country>`. This is the text the `location` filter searches. */
            locations_derived: string[] | null;
            /**
             * @description `TELECOMMUTE` when the employer marks the job remote.
             * @enum {string|null}
             */
            location_type: "TELECOMMUTE" | null;
            /** @description Always null. */
            location_requirements: string | null;
            /** @description Employer-published pay. */
            salary: components["schemas"]["MonetaryAmount"] | null;
            /** @description Kinds of employment. */
            employment_type: ("FULL_TIME" | "PART_TIME" | "CONTRACTOR" | "TEMPORARY" | "INTERN" | "VOLUNTEER" | "PER_DIEM")[] | null;
            /** @description The original job posting. */
            url: string;
            /** @description Source system identifier, or `careerpage` for an employer's own career site. */
            source: string;
            /**
             * @description Kind of source.
             * @enum {string}
             */
            source_type: "ats" | "career_site";
            /** @description Host of the posting URL. */
            source_domain: string | null;
            /** @description The employer's board on the source system. */
            source_slug: string | null;
            /** @description Always null. */
            domain_derived: string | null;
            /** @description Plain-text description; only with the text description format. */
            description_text?: string | null;
            /** @description Original HTML description, not sanitised; only with the html description format. */
            description_html?: string | null;
            /** @description City of each location. */
            cities_derived: (string | null)[] | null;
            /** @description Always null. */
            counties_derived: string | null;
            /** @description Province, territory or state name of each location. */
            regions_derived: (string | null)[] | null;
            /** @description Country name of each location. */
            countries_derived: (string | null)[] | null;
            /** @description Always null. */
            timezones_derived: string | null;
            /** @description Latitude of each location. */
            lats_derived: (number | null)[] | null;
            /** @description Longitude of each location. */
            lngs_derived: (number | null)[] | null;
            /**
             * @description Country view.
             * @enum {string}
             */
            country: "CA" | "US";
            /** @description Separate application link when the employer publishes one. Any text, as published. */
            apply_url: string | null;
            /**
             * @description Where the work is done.
             * @enum {string|null}
             */
            work_arrangement: "remote" | "hybrid" | "onsite" | null;
            /** @description Only with the source-fields option. */
            source_fields?: components["schemas"]["SourceFields"] | null;
        };
        /**
         * @description How many jobs match.
         * @example {
         *       "count": 151
         *     }
         */
        JobCount: {
            /**
             * Format: int32
             * @description Jobs that match.
             */
            count: number;
        };
        /**
         * @description A Job, whether it still stands in the catalogue, and what became of it.
         * @example {
         *       "id": 3000,
         *       "title": "Registered Nurse, Nights",
         *       "organization": "Wrenrill Health",
         *       "organization_url": null,
         *       "organization_logo": null,
         *       "date_posted": "2026-11-19T00:00:00Z",
         *       "date_created": "2026-11-20T12:41:07.250Z",
         *       "date_valid_through": null,
         *       "locations": [
         *         {
         *           "@type": "Place",
         *           "address": {
         *             "@type": "PostalAddress",
         *             "addressLocality": "Toronto",
         *             "addressRegion": "ON",
         *             "addressCountry": "CA",
         *             "postalCode": null
         *           },
         *           "latitude": 43.65,
         *           "longitude": -79.38
         *         }
         *       ],
         *       "locations_alt": [
         *         "Toronto, ON"
         *       ],
         *       "locations_derived": [
         *         "Toronto, Ontario, Canada"
         *       ],
         *       "location_type": null,
         *       "location_requirements": null,
         *       "salary": {
         *         "@type": "MonetaryAmount",
         *         "currency": "CAD",
         *         "value": {
         *           "@type": "QuantitativeValue",
         *           "minValue": 39.5,
         *           "maxValue": 56,
         *           "unitText": "HOUR"
         *         }
         *       },
         *       "employment_type": [
         *         "FULL_TIME"
         *       ],
         *       "url": "https://boards.greenhouse.io/wrenrill/jobs/4711",
         *       "source": "greenhouse",
         *       "source_type": "ats",
         *       "source_domain": "boards.greenhouse.io",
         *       "source_slug": "wrenrill",
         *       "domain_derived": null,
         *       "cities_derived": [
         *         "Toronto"
         *       ],
         *       "counties_derived": null,
         *       "regions_derived": [
         *         "Ontario"
         *       ],
         *       "countries_derived": [
         *         "Canada"
         *       ],
         *       "timezones_derived": null,
         *       "lats_derived": [
         *         43.65
         *       ],
         *       "lngs_derived": [
         *         -79.38
         *       ],
         *       "country": "CA",
         *       "apply_url": null,
         *       "work_arrangement": "onsite",
         *       "status": "active",
         *       "date_modified": null,
         *       "date_removed": null
         *     }
         */
        JobWithStatus: components["schemas"]["Job"] & {
            /**
             * @description `expired`: removed by the employer, or closed. `excluded`: not in the country.
             * @enum {string}
             */
            status: "active" | "expired" | "excluded";
            /**
             * Format: date-time
             * @description When the job last changed; null when it never did.
             */
            date_modified: string | null;
            /**
             * Format: date-time
             * @description When the job left the catalogue; null while it is active.
             */
            date_removed: string | null;
        };
        /**
         * @description A Job, and when it last changed. Replace the stored copy with the same `id`.
         * @example {
         *       "id": 3000,
         *       "title": "Registered Nurse, Nights",
         *       "organization": "Wrenrill Health",
         *       "organization_url": null,
         *       "organization_logo": null,
         *       "date_posted": "2026-11-19T00:00:00Z",
         *       "date_created": "2026-11-20T12:41:07.250Z",
         *       "date_valid_through": null,
         *       "locations": [
         *         {
         *           "@type": "Place",
         *           "address": {
         *             "@type": "PostalAddress",
         *             "addressLocality": "Toronto",
         *             "addressRegion": "ON",
         *             "addressCountry": "CA",
         *             "postalCode": null
         *           },
         *           "latitude": 43.65,
         *           "longitude": -79.38
         *         }
         *       ],
         *       "locations_alt": [
         *         "Toronto, ON"
         *       ],
         *       "locations_derived": [
         *         "Toronto, Ontario, Canada"
         *       ],
         *       "location_type": null,
         *       "location_requirements": null,
         *       "salary": {
         *         "@type": "MonetaryAmount",
         *         "currency": "CAD",
         *         "value": {
         *           "@type": "QuantitativeValue",
         *           "minValue": 39.5,
         *           "maxValue": 56,
         *           "unitText": "HOUR"
         *         }
         *       },
         *       "employment_type": [
         *         "FULL_TIME"
         *       ],
         *       "url": "https://boards.greenhouse.io/wrenrill/jobs/4711",
         *       "source": "greenhouse",
         *       "source_type": "ats",
         *       "source_domain": "boards.greenhouse.io",
         *       "source_slug": "wrenrill",
         *       "domain_derived": null,
         *       "cities_derived": [
         *         "Toronto"
         *       ],
         *       "counties_derived": null,
         *       "regions_derived": [
         *         "Ontario"
         *       ],
         *       "countries_derived": [
         *         "Canada"
         *       ],
         *       "timezones_derived": null,
         *       "lats_derived": [
         *         43.65
         *       ],
         *       "lngs_derived": [
         *         -79.38
         *       ],
         *       "country": "CA",
         *       "apply_url": null,
         *       "work_arrangement": "onsite",
         *       "date_modified": "2026-11-20T15:02:44Z",
         *       "modified_fields": null
         *     }
         */
        ModifiedJob: components["schemas"]["Job"] & {
            /**
             * Format: date-time
             * @description When the job last changed.
             */
            date_modified: string;
            /** @description Always null; compare with the stored copy. */
            modified_fields: string | null;
        };
        /**
         * @description Pay as the employer published it, a schema.org MonetaryAmount. It is never estimated.
         * @example {
         *       "@type": "MonetaryAmount",
         *       "currency": "CAD",
         *       "value": {
         *         "@type": "QuantitativeValue",
         *         "minValue": 39.5,
         *         "maxValue": 56,
         *         "unitText": "HOUR"
         *       }
         *     }
         */
        MonetaryAmount: {
            /** @enum {string} */
            "@type": "MonetaryAmount";
            currency: string;
            value: {
                /** @enum {string} */
                "@type": "QuantitativeValue";
                minValue?: number;
                maxValue?: number;
                value?: number;
                /** @enum {string} */
                unitText: "HOUR" | "DAY" | "WEEK" | "MONTH" | "YEAR";
            };
        };
        /**
         * @description An employer that is hiring.
         * @example {
         *       "organization": "Wrenrill Health",
         *       "sources": [
         *         "greenhouse"
         *       ],
         *       "countries": [
         *         "CA"
         *       ],
         *       "active_jobs": 12
         *     }
         */
        Organization: {
            /** @description Employer name, exactly as the `organization` filter takes it; in double quotes there when it has a comma. */
            organization: string;
            /** @description Source systems that the employer hires through. */
            sources: string[];
            /** @description Countries in which the employer has active jobs. */
            countries: ("CA" | "US")[];
            /**
             * Format: int32
             * @description Active jobs in all its countries.
             */
            active_jobs: number;
        };
        /**
         * @description A schema.org Place. Coordinates are there when they are known.
         * @example {
         *       "@type": "Place",
         *       "address": {
         *         "@type": "PostalAddress",
         *         "addressLocality": "Toronto",
         *         "addressRegion": "ON",
         *         "addressCountry": "CA",
         *         "postalCode": null
         *       },
         *       "latitude": 43.65,
         *       "longitude": -79.38
         *     }
         */
        Place: {
            /** @enum {string} */
            "@type": "Place";
            address: {
                /** @enum {string} */
                "@type": "PostalAddress";
                addressLocality: string | null;
                /** @description Code of the province, territory or state; its text as published when unknown. */
                addressRegion: string | null;
                addressCountry: string;
                postalCode: string | null;
            };
            latitude?: number;
            longitude?: number;
        };
        /**
         * @description An error (RFC 9457).
         * @example {
         *       "type": "https://jobs.example.com/problems/not-found",
         *       "title": "Not found",
         *       "status": 404,
         *       "detail": "there is no job 4711",
         *       "instance": "/v1/jobs/4711"
         *     }
         */
        Problem: {
            /**
             * Format: uri
             * @description The kind of problem; the page there explains it.
             */
            type: string;
            /** @description Short summary, the same for every problem of the kind. */
            title: string;
            /**
             * Format: int32
             * @description The HTTP status.
             */
            status: number;
            /** @description What went wrong, safe to show. */
            detail: string;
            /** @description The path of the request. */
            instance?: string;
            /** @description What is wrong with each parameter; with status 400 only. */
            errors?: {
                /** @description The parameter as it was sent. */
                parameter: string;
                /** @description What was expected, and what was found. */
                detail: string;
                /**
                 * Format: int32
                 * @description The character of the parameter's value, from 1; null when it is about the whole.
                 */
                position: number | null;
            }[];
        };
        /**
         * @description The jobs of a region.
         * @example {
         *       "region": "Ontario",
         *       "code": "ON",
         *       "active_jobs": 1692
         *     }
         */
        RegionStats: {
            /** @description Name of the province, territory or state. */
            region: string;
            /** @description Its code. */
            code: string;
            /**
             * Format: int32
             * @description Active jobs with a location there.
             */
            active_jobs: number;
        };
        /**
         * @description A page of a search, and where the next one begins.
         * @example {
         *       "jobs": [
         *         {
         *           "id": 3000,
         *           "title": "Registered Nurse, Nights",
         *           "organization": "Wrenrill Health",
         *           "organization_url": null,
         *           "organization_logo": null,
         *           "date_posted": "2026-11-19T00:00:00Z",
         *           "date_created": "2026-11-20T12:41:07.250Z",
         *           "date_valid_through": null,
         *           "locations": [
         *             {
         *               "@type": "Place",
         *               "address": {
         *                 "@type": "PostalAddress",
         *                 "addressLocality": "Toronto",
         *                 "addressRegion": "ON",
         *                 "addressCountry": "CA",
         *                 "postalCode": null
         *               },
         *               "latitude": 43.65,
         *               "longitude": -79.38
         *             }
         *           ],
         *           "locations_alt": [
         *             "Toronto, ON"
         *           ],
         *           "locations_derived": [
         *             "Toronto, Ontario, Canada"
         *           ],
         *           "location_type": null,
         *           "location_requirements": null,
         *           "salary": {
         *             "@type": "MonetaryAmount",
         *             "currency": "CAD",
         *             "value": {
         *               "@type": "QuantitativeValue",
         *               "minValue": 39.5,
         *               "maxValue": 56,
         *               "unitText": "HOUR"
         *             }
         *           },
         *           "employment_type": [
         *             "FULL_TIME"
         *           ],
         *           "url": "https://boards.greenhouse.io/wrenrill/jobs/4711",
         *           "source": "greenhouse",
         *           "source_type": "ats",
         *           "source_domain": "boards.greenhouse.io",
         *           "source_slug": "wrenrill",
         *           "domain_derived": null,
         *           "cities_derived": [
         *             "Toronto"
         *           ],
         *           "counties_derived": null,
         *           "regions_derived": [
         *             "Ontario"
         *           ],
         *           "countries_derived": [
         *             "Canada"
         *           ],
         *           "timezones_derived": null,
         *           "lats_derived": [
         *             43.65
         *           ],
         *           "lngs_derived": [
         *             -79.38
         *           ],
         *           "country": "CA",
         *           "apply_url": null,
         *           "work_arrangement": "onsite",
         *           "status": "active",
         *           "date_modified": null,
         *           "date_removed": null
         *         }
         *       ],
         *       "next_cursor": null
         *     }
         */
        SearchPage: {
            /** @description The jobs of the page, newest first. */
            jobs: components["schemas"]["JobWithStatus"][];
            /** @description Send it as `cursor` for the next page; null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description Values exactly as the employer published them.
         * @example {
         *       "version": 1,
         *       "fields": {
         *         "requisition": {
         *           "value": "R-4711",
         *           "source_path": "requisition_id"
         *         }
         *       }
         *     }
         */
        SourceFields: {
            version: unknown;
            fields: {
                [key: string]: {
                    value: unknown;
                    source_path: unknown;
                };
            };
        };
        /**
         * @description The jobs of a source system.
         * @example {
         *       "source": "greenhouse",
         *       "source_type": "ats",
         *       "active_jobs": 367,
         *       "boards": 84
         *     }
         */
        SourceStats: {
            /** @description Source system identifier. */
            source: string;
            /**
             * @description Kind of source, of its newest job.
             * @enum {string}
             */
            source_type: "ats" | "career_site";
            /**
             * Format: int32
             * @description Active jobs from it.
             */
            active_jobs: number;
            /**
             * Format: int32
             * @description Employers' boards on it with active jobs.
             */
            boards: number;
        };
        /**
         * @description What the catalogue holds of one country.
         * @example {
         *       "country": "CA",
         *       "active_jobs": 4367,
         *       "boards": 1036,
         *       "sources": [
         *         {
         *           "source": "greenhouse",
         *           "source_type": "ats",
         *           "active_jobs": 367,
         *           "boards": 84
         *         }
         *       ],
         *       "regions": [
         *         {
         *           "region": "Ontario",
         *           "code": "ON",
         *           "active_jobs": 1692
         *         }
         *       ],
         *       "generated_at": "2026-11-20T15:02:44Z"
         *     }
         */
        Stats: {
            /**
             * @description Country view.
             * @enum {string}
             */
            country: "CA" | "US";
            /**
             * Format: int32
             * @description Active jobs.
             */
            active_jobs: number;
            /**
             * Format: int32
             * @description Boards, each a distinct (source, source_slug), with active jobs.
             */
            boards: number;
            /** @description Sources, those with most jobs first. */
            sources: components["schemas"]["SourceStats"][];
            /** @description Regions, those with most jobs first. A job in several regions counts in each, one without a known region in none. */
            regions: components["schemas"]["RegionStats"][];
            /**
             * Format: date-time
             * @description Of which moment the figures are; some minutes ago at most.
             */
            generated_at: string;
        };
    };
    responses: {
        /** @description A parameter is unknown, has a value that it cannot take, or is sent twice and is not a list. */
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Catalogue-Generation": components["headers"]["X-Catalogue-Generation"];
                "X-Jobs-This-Request": components["headers"]["X-Jobs-This-Request"];
                "X-Jobs-Limit": components["headers"]["X-Jobs-Limit"];
                "X-Jobs-Remaining": components["headers"]["X-Jobs-Remaining"];
                "X-Jobs-Reset": components["headers"]["X-Jobs-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The API key is missing or not valid. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Catalogue-Generation": components["headers"]["X-Catalogue-Generation"];
                "X-Jobs-This-Request": components["headers"]["X-Jobs-This-Request"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such job, or it was pruned; the problem says which. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Catalogue-Generation": components["headers"]["X-Catalogue-Generation"];
                "X-Jobs-This-Request": components["headers"]["X-Jobs-This-Request"];
                "X-Jobs-Limit": components["headers"]["X-Jobs-Limit"];
                "X-Jobs-Remaining": components["headers"]["X-Jobs-Remaining"];
                "X-Jobs-Reset": components["headers"]["X-Jobs-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key's rate limit or allowance is reached. */
        LimitReached: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Catalogue-Generation": components["headers"]["X-Catalogue-Generation"];
                "X-Jobs-This-Request": components["headers"]["X-Jobs-This-Request"];
                "X-Jobs-Limit": components["headers"]["X-Jobs-Limit"];
                "X-Jobs-Remaining": components["headers"]["X-Jobs-Remaining"];
                "X-Jobs-Reset": components["headers"]["X-Jobs-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service is over capacity or without its database; the problem says which. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Catalogue-Generation": components["headers"]["X-Catalogue-Generation"];
                "X-Jobs-This-Request": components["headers"]["X-Jobs-This-Request"];
                "X-Jobs-Limit": components["headers"]["X-Jobs-Limit"];
                "X-Jobs-Remaining": components["headers"]["X-Jobs-Remaining"];
                "X-Jobs-Reset": components["headers"]["X-Jobs-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service is over capacity or without its database, or the query exceeded the time limit; the problem says which. */
        UnavailableOrTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Catalogue-Generation": components["headers"]["X-Catalogue-Generation"];
                "X-Jobs-This-Request": components["headers"]["X-Jobs-This-Request"];
                "X-Jobs-Limit": components["headers"]["X-Jobs-Limit"];
                "X-Jobs-Remaining": components["headers"]["X-Jobs-Remaining"];
                "X-Jobs-Reset": components["headers"]["X-Jobs-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The query exceeded the time limit. Narrow it. */
        QueryTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Catalogue-Generation": components["headers"]["X-Catalogue-Generation"];
                "X-Jobs-This-Request": components["headers"]["X-Jobs-This-Request"];
                "X-Jobs-Limit": components["headers"]["X-Jobs-Limit"];
                "X-Jobs-Remaining": components["headers"]["X-Jobs-Remaining"];
                "X-Jobs-Reset": components["headers"]["X-Jobs-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Names this request in the logs of the service. */
        "X-Request-Id": string;
        /** @description Number of the generation of the catalogue. It changes when the catalogue was restored or its database server replaced. Absent only while the service has not reached its database since it started. */
        "X-Catalogue-Generation": number;
        /** @description Job objects returned, each of which counts as usage. */
        "X-Jobs-This-Request": number;
        /** @description Job objects that the key may receive in the period. Only for keys with an allowance. */
        "X-Jobs-Limit": number;
        /** @description Job objects left in the period. Only for keys with an allowance. */
        "X-Jobs-Remaining": number;
        /** @description When the period ends. Only for keys with an allowance. */
        "X-Jobs-Reset": string;
        /** @description The rate that applies to the key (IETF draft `ratelimit-headers`). Only when one does. */
        "RateLimit-Policy": string;
        /** @description Requests that are left, and the seconds until all are back, or until the next when none is left. Only when a rate applies. */
        RateLimit: string;
        /** @description Start of the window that the answer is about, which belongs to it. A search has one only with `window`. */
        "X-Window-From": string;
        /** @description End of the window that the answer is about, which does not belong to it. A search has one only with `window`. */
        "X-Window-To": string;
        /** @description How plain filters were read, and why few jobs were found: a JSON array of `{"parameter","detail","suggestion"}`, ASCII, at most 2 KB. It has each reading that is not by the letter, searches that find much more (other forms of a word, the text without fillers, its place in a parameter of its own) and, with fewer than ten jobs, values that no active job has. `detail` is for people and may change; `suggestion` is a whole value for the parameter, or null; `with`, where it is there, has the other parameters to send beside it, null for one to leave out. Only on counts and first pages, when there is something to say. */
        "X-Notices": string;
        /** @description Seconds after which to try again. */
        "Retry-After": number;
        /** @description `Bearer`, with `error="invalid_token"` when a key was sent (RFC 6750). */
        "WWW-Authenticate": string;
        /** @description Names this version of the content; send it back in `If-None-Match`. */
        ETag: string;
        /** @description The name of the file, when the answer is one. */
        "Content-Disposition": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getActiveAts: {
        parameters: {
            query?: {
                /** @description Jobs first collected in this window: `1h` is the last full UTC hour, `24h` the 24 hours up to the last full hour; `7d` and `6m` (183 days) roll and are for backfills. */
                time_frame?: "1h" | "24h" | "7d" | "6m";
                /** @description Country views to include. */
                country?: ("CA" | "US")[];
                /** @description Searches the job title. Several words are all required; `"..."` is a phrase, `OR` means either, a leading `-` excludes, a trailing `*` matches a prefix, parentheses around an `OR` group. [Operators of other search engines](https://jobs.example/search-syntax#operators-of-other-search-engines) (`NOT`, `&&`, `NEAR/5`) are read as what they mean, and `X-Notices` says the reading. Accents and case are ignored. [More](https://jobs.example/search-syntax#plain-filters). */
                title?: string;
                /** @description Places as `City, Region, Country` or a part of it, joined by `OR`; codes of regions, lists and names of areas are read as they are meant. [More](https://jobs.example/search-syntax#location). */
                location?: string;
                /** @description Jobs per page. */
                limit?: number;
                /** @description Boolean search on the job title; replaces `title`. Operators: `&`, `|`, `!`, `<->` (followed by), `<N>` (within N words), `'...'` (phrase), `( )` and `:*` (prefix). [More](https://jobs.example/search-syntax#advanced-filters). */
                title_advanced?: string;
                /** @description Searches title, employer and description together. Several words are all required; `"..."` is a phrase, `OR` means either, a leading `-` excludes, a trailing `*` matches a prefix, parentheses around an `OR` group. [Operators of other search engines](https://jobs.example/search-syntax#operators-of-other-search-engines) (`NOT`, `&&`, `NEAR/5`) are read as what they mean, and `X-Notices` says the reading. Accents and case are ignored. [More](https://jobs.example/search-syntax#plain-filters). */
                description?: string;
                /** @description Boolean search on title, employer and description; replaces `description`. Operators: `&`, `|`, `!`, `<->` (followed by), `<N>` (within N words), `'...'` (phrase), `( )` and `:*` (prefix). [More](https://jobs.example/search-syntax#advanced-filters). */
                description_advanced?: string;
                /** @description Boolean search on `City Region Country` of each location; replaces `location`. Operators: `&`, `|`, `!`, `<->` (followed by), `<N>` (within N words), `'...'` (phrase), `( )` and `:*` (prefix). [More](https://jobs.example/search-syntax#advanced-filters). */
                location_advanced?: string;
                /** @description Boolean search on the employer's name. Operators: `&`, `|`, `!`, `<->` (followed by), `<N>` (within N words), `'...'` (phrase), `( )` and `:*` (prefix). [More](https://jobs.example/search-syntax#advanced-filters). */
                organization_advanced?: string;
                /** @description Exact, case-sensitive employer names. A name with a comma needs no quotes, unless it has more than three commas. To find a name whatever its case, use `organization_advanced`, such as `uber`; `/v1/ats-organizations` lists all names. */
                organization?: string[];
                /** @description Employers to leave out; same rules. Jobs without an employer stay. */
                exclude_organization?: string[];
                /** @description Source systems to include, case ignored. `careerpage` is an employer's own career site. */
                source?: string[];
                /** @description Source systems to leave out; same rules. */
                exclude_source?: string[];
                /** @description Posted at or after this date-time; UTC when no zone is given. Jobs without `date_posted` are left out. */
                date_posted_gte?: string;
                /** @description Posted before this date-time. Jobs without `date_posted` are left out. */
                date_posted_lt?: string;
                /** @description First collected at or after this date-time, to replay a missed window exactly. It narrows the window and never widens it: where there is a `time_frame`, it must reach back as far (`7d` or `6m`), or the answer is empty. */
                date_created_gte?: string;
                /** @description First collected before this date-time. It narrows the window and never widens it, as `date_created_gte` does. */
                date_created_lt?: string;
                /** @description `true`: only jobs with published pay; `false`: only jobs without. */
                has_salary?: boolean;
                /** @description `true`: only jobs that the employer marks remote, whose `location_type` is `TELECOMMUTE`; `false`: all others. `work_arrangement` does not count. */
                remote?: boolean;
                /** @description `true`: only jobs without a resolved location; `false`: only jobs with one. */
                has_no_location?: boolean;
                /** @description Jobs to skip, in the order of the list. A job that leaves between two pages moves the rest up; `cursor` misses none. */
                offset?: number;
                /** @description The last `id` of the previous page, 0 for the first page. Orders by `id` ascending and overrides `offset`; to read a list to its end. */
                cursor?: number;
                /** @description Adds `description_text` or `description_html`. Without it jobs come without descriptions. */
                description_format?: "text" | "html";
                /** @description Adds `source_fields`: what the source says about the job, exactly as published. */
                include_source_fields?: boolean;
                /** @description Only the jobs with these ids. */
                id?: number[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description New jobs */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Catalogue-Generation": components["headers"]["X-Catalogue-Generation"];
                    "X-Jobs-This-Request": components["headers"]["X-Jobs-This-Request"];
                    "X-Jobs-Limit": components["headers"]["X-Jobs-Limit"];
                    "X-Jobs-Remaining": components["headers"]["X-Jobs-Remaining"];
                    "X-Jobs-Reset": components["headers"]["X-Jobs-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Window-From": components["headers"]["X-Window-From"];
                    "X-Window-To": components["headers"]["X-Window-To"];
                    "X-Notices": components["headers"]["X-Notices"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["LimitReached"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    getActiveAtsCount: {
        parameters: {
            query?: {
                /** @description Jobs first collected in this window. The default, `1m`, is the last 31 days and also counts jobs that have expired since; all others count active jobs only. `1h` is the last full UTC hour, `24h` the 24 hours up to the last full hour; `7d` and `6m` (183 days) end now. */
                time_frame?: "1h" | "24h" | "7d" | "1m" | "6m";
                /** @description Country views to include. */
                country?: ("CA" | "US")[];
                /** @description Searches the job title. Several words are all required; `"..."` is a phrase, `OR` means either, a leading `-` excludes, a trailing `*` matches a prefix, parentheses around an `OR` group. [Operators of other search engines](https://jobs.example/search-syntax#operators-of-other-search-engines) (`NOT`, `&&`, `NEAR/5`) are read as what they mean, and `X-Notices` says the reading. Accents and case are ignored. [More](https://jobs.example/search-syntax#plain-filters). */
                title?: string;
                /** @description Places as `City, Region, Country` or a part of it, joined by `OR`; codes of regions, lists and names of areas are read as they are meant. [More](https://jobs.example/search-syntax#location). */
                location?: string;
                /** @description Boolean search on the job title; replaces `title`. Operators: `&`, `|`, `!`, `<->` (followed by), `<N>` (within N words), `'...'` (phrase), `( )` and `:*` (prefix). [More](https://jobs.example/search-syntax#advanced-filters). */
                title_advanced?: string;
                /** @description Searches title, employer and description together. Several words are all required; `"..."` is a phrase, `OR` means either, a leading `-` excludes, a trailing `*` matches a prefix, parentheses around an `OR` group. [Operators of other search engines](https://jobs.example/search-syntax#operators-of-other-search-engines) (`NOT`, `&&`, `NEAR/5`) are read as what they mean, and `X-Notices` says the reading. Accents and case are ignored. [More](https://jobs.example/search-syntax#plain-filters). */
                description?: string;
                /** @description Boolean search on title, employer and description; replaces `description`. Operators: `&`, `|`, `!`, `<->` (followed by), `<N>` (within N words), `'...'` (phrase), `( )` and `:*` (prefix). [More](https://jobs.example/search-syntax#advanced-filters). */
                description_advanced?: string;
                /** @description Boolean search on `City Region Country` of each location; replaces `location`. Operators: `&`, `|`, `!`, `<->` (followed by), `<N>` (within N words), `'...'` (phrase), `( )` and `:*` (prefix). [More](https://jobs.example/search-syntax#advanced-filters). */
                location_advanced?: string;
                /** @description Boolean search on the employer's name. Operators: `&`, `|`, `!`, `<->` (followed by), `<N>` (within N words), `'...'` (phrase), `( )` and `:*` (prefix). [More](https://jobs.example/search-syntax#advanced-filters). */
                organization_advanced?: string;
                /** @description Exact, case-sensitive employer names. A name with a comma needs no quotes, unless it has more than three commas. To find a name whatever its case, use `organization_advanced`, such as `uber`; `/v1/ats-organizations` lists all names. */
                organization?: string[];
                /** @description Employers to leave out; same rules. Jobs without an employer stay. */
                exclude_organization?: string[];
                /** @description Source systems to include, case ignored. `careerpage` is an employer's own career site. */
                source?: string[];
                /** @description Source systems to leave out; same rules. */
                exclude_source?: string[];
                /** @description Posted at or after this date-time; UTC when no zone is given. Jobs without `date_posted` are left out. */
                date_posted_gte?: string;
                /** @description Posted before this date-time. Jobs without `date_posted` are left out. */
                date_posted_lt?: string;
                /** @description First collected at or after this date-time, to replay a missed window exactly. It narrows the window and never widens it: where there is a `time_frame`, it must reach back as far (`7d` or `6m`), or the answer is empty. */
                date_created_gte?: string;
                /** @description First collected before this date-time. It narrows the window and never widens it, as `date_created_gte` does. */
                date_created_lt?: string;
                /** @description `true`: only jobs with published pay; `false`: only jobs without. */
                has_salary?: boolean;
                /** @description `true`: only jobs that the employer marks remote, whose `location_type` is `TELECOMMUTE`; `false`: all others. `work_arrangement` does not count. */
                remote?: boolean;
                /** @description `true`: only jobs without a resolved location; `false`: only jobs with one. */
                has_no_location?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many jobs match. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Catalogue-Generation": components["headers"]["X-Catalogue-Generation"];
                    "X-Jobs-This-Request": components["headers"]["X-Jobs-This-Request"];
                    "X-Jobs-Limit": components["headers"]["X-Jobs-Limit"];
                    "X-Jobs-Remaining": components["headers"]["X-Jobs-Remaining"];
                    "X-Jobs-Reset": components["headers"]["X-Jobs-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Window-From": components["headers"]["X-Window-From"];
                    "X-Window-To": components["headers"]["X-Window-To"];
                    "X-Notices": components["headers"]["X-Notices"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobCount"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["LimitReached"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    getModifiedAts: {
        parameters: {
            query?: {
                /** @description Country views to include. */
                country?: ("CA" | "US")[];
                /** @description Searches the job title. Several words are all required; `"..."` is a phrase, `OR` means either, a leading `-` excludes, a trailing `*` matches a prefix, parentheses around an `OR` group. [Operators of other search engines](https://jobs.example/search-syntax#operators-of-other-search-engines) (`NOT`, `&&`, `NEAR/5`) are read as what they mean, and `X-Notices` says the reading. Accents and case are ignored. [More](https://jobs.example/search-syntax#plain-filters). */
                title?: string;
                /** @description Places as `City, Region, Country` or a part of it, joined by `OR`; codes of regions, lists and names of areas are read as they are meant. [More](https://jobs.example/search-syntax#location). */
                location?: string;
                /** @description Jobs per page. */
                limit?: number;
                /** @description Boolean search on the job title; replaces `title`. Operators: `&`, `|`, `!`, `<->` (followed by), `<N>` (within N words), `'...'` (phrase), `( )` and `:*` (prefix). [More](https://jobs.example/search-syntax#advanced-filters). */
                title_advanced?: string;
                /** @description Searches title, employer and description together. Several words are all required; `"..."` is a phrase, `OR` means either, a leading `-` excludes, a trailing `*` matches a prefix, parentheses around an `OR` group. [Operators of other search engines](https://jobs.example/search-syntax#operators-of-other-search-engines) (`NOT`, `&&`, `NEAR/5`) are read as what they mean, and `X-Notices` says the reading. Accents and case are ignored. [More](https://jobs.example/search-syntax#plain-filters). */
                description?: string;
                /** @description Boolean search on title, employer and description; replaces `description`. Operators: `&`, `|`, `!`, `<->` (followed by), `<N>` (within N words), `'...'` (phrase), `( )` and `:*` (prefix). [More](https://jobs.example/search-syntax#advanced-filters). */
                description_advanced?: string;
                /** @description Boolean search on `City Region Country` of each location; replaces `location`. Operators: `&`, `|`, `!`, `<->` (followed by), `<N>` (within N words), `'...'` (phrase), `( )` and `:*` (prefix). [More](https://jobs.example/search-syntax#advanced-filters). */
                location_advanced?: string;
                /** @description Boolean search on the employer's name. Operators: `&`, `|`, `!`, `<->` (followed by), `<N>` (within N words), `'...'` (phrase), `( )` and `:*` (prefix). [More](https://jobs.example/search-syntax#advanced-filters). */
                organization_advanced?: string;
                /** @description Exact, case-sensitive employer names. A name with a comma needs no quotes, unless it has more than three commas. To find a name whatever its case, use `organization_advanced`, such as `uber`; `/v1/ats-organizations` lists all names. */
                organization?: string[];
                /** @description Employers to leave out; same rules. Jobs without an employer stay. */
                exclude_organization?: string[];
                /** @description Source systems to include, case ignored. `careerpage` is an employer's own career site. */
                source?: string[];
                /** @description Source systems to leave out; same rules. */
                exclude_source?: string[];
                /** @description Posted at or after this date-time; UTC when no zone is given. Jobs without `date_posted` are left out. */
                date_posted_gte?: string;
                /** @description Posted before this date-time. Jobs without `date_posted` are left out. */
                date_posted_lt?: string;
                /** @description First collected at or after this date-time, to replay a missed window exactly. It narrows the window and never widens it: where there is a `time_frame`, it must reach back as far (`7d` or `6m`), or the answer is empty. */
                date_created_gte?: string;
                /** @description First collected before this date-time. It narrows the window and never widens it, as `date_created_gte` does. */
                date_created_lt?: string;
                /** @description `true`: only jobs with published pay; `false`: only jobs without. */
                has_salary?: boolean;
                /** @description `true`: only jobs that the employer marks remote, whose `location_type` is `TELECOMMUTE`; `false`: all others. `work_arrangement` does not count. */
                remote?: boolean;
                /** @description `true`: only jobs without a resolved location; `false`: only jobs with one. */
                has_no_location?: boolean;
                /** @description Jobs to skip, in the order of the list. A job that leaves between two pages moves the rest up; `cursor` misses none. */
                offset?: number;
                /** @description The last `id` of the previous page, 0 for the first page. Orders by `id` ascending and overrides `offset`; to read a list to its end. */
                cursor?: number;
                /** @description Adds `description_text` or `description_html`. Without it jobs come without descriptions. */
                description_format?: "text" | "html";
                /** @description Adds `source_fields`: what the source says about the job, exactly as published. */
                include_source_fields?: boolean;
                /** @description Only the jobs with these ids. */
                id?: number[];
                /** @description Changed at or after this date-time. Without `date_modified_lt` the window lasts until now; it is at most 31 days. */
                date_modified_gte?: string;
                /** @description Changed before this date-time. Without `date_modified_gte` the window is the 31 days before it. */
                date_modified_lt?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Modified jobs */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Catalogue-Generation": components["headers"]["X-Catalogue-Generation"];
                    "X-Jobs-This-Request": components["headers"]["X-Jobs-This-Request"];
                    "X-Jobs-Limit": components["headers"]["X-Jobs-Limit"];
                    "X-Jobs-Remaining": components["headers"]["X-Jobs-Remaining"];
                    "X-Jobs-Reset": components["headers"]["X-Jobs-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Window-From": components["headers"]["X-Window-From"];
                    "X-Window-To": components["headers"]["X-Window-To"];
                    "X-Notices": components["headers"]["X-Notices"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModifiedJob"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["LimitReached"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    getExpiredAts: {
        parameters: {
            query?: {
                /** @description Jobs that left in this window: `1h` is the last hour, rolling; `1d` the previous UTC day; `1m` the last 31 days; `6m` the last 183 days. */
                time_frame?: "1h" | "1d" | "1m" | "6m";
                /** @description Country views to include. */
                country?: ("CA" | "US")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Job ids. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Catalogue-Generation": components["headers"]["X-Catalogue-Generation"];
                    "X-Jobs-This-Request": components["headers"]["X-Jobs-This-Request"];
                    "X-Jobs-Limit": components["headers"]["X-Jobs-Limit"];
                    "X-Jobs-Remaining": components["headers"]["X-Jobs-Remaining"];
                    "X-Jobs-Reset": components["headers"]["X-Jobs-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Window-From": components["headers"]["X-Window-From"];
                    "X-Window-To": components["headers"]["X-Window-To"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number[];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["LimitReached"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    getAtsOrganizations: {
        parameters: {
            query?: {
                /** @description Only employers with jobs in these countries; their `countries` and `active_jobs` stay whole. */
                country?: ("CA" | "US")[];
                /** @description Response format. In CSV, lists in a field are joined with `;`. */
                format?: "json" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Organization list */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Catalogue-Generation": components["headers"]["X-Catalogue-Generation"];
                    "X-Jobs-This-Request": components["headers"]["X-Jobs-This-Request"];
                    "X-Jobs-Limit": components["headers"]["X-Jobs-Limit"];
                    "X-Jobs-Remaining": components["headers"]["X-Jobs-Remaining"];
                    "X-Jobs-Reset": components["headers"]["X-Jobs-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"][];
                    "text/csv": string;
                };
            };
            /** @description The client has this version. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Catalogue-Generation": components["headers"]["X-Catalogue-Generation"];
                    "X-Jobs-This-Request": components["headers"]["X-Jobs-This-Request"];
                    "X-Jobs-Limit": components["headers"]["X-Jobs-Limit"];
                    "X-Jobs-Remaining": components["headers"]["X-Jobs-Remaining"];
                    "X-Jobs-Reset": components["headers"]["X-Jobs-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["LimitReached"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["QueryTimeout"];
        };
    };
    getJobs: {
        parameters: {
            query?: {
                /** @description Country view. */
                country?: "CA" | "US";
                /** @description Searches title, employer and description. Several words are all required; `"..."` is a phrase, `OR` means either, a leading `-` excludes, a trailing `*` matches a prefix, parentheses around an `OR` group. [Operators of other search engines](https://jobs.example/search-syntax#operators-of-other-search-engines) (`NOT`, `&&`, `NEAR/5`) are read as what they mean, and `X-Notices` says the reading. Accents and case are ignored. [More](https://jobs.example/search-syntax#plain-filters). */
                q?: string;
                /** @description Searches the job title only; same syntax as `q`. */
                title?: string;
                /** @description Jobs per page. */
                limit?: number;
                /** @description Codes of Canadian provinces and territories, case ignored; with `country=CA`. */
                province?: ("AB" | "BC" | "MB" | "NB" | "NL" | "NS" | "NT" | "NU" | "ON" | "PE" | "QC" | "SK" | "YT")[];
                /** @description Codes of US states and territories, case ignored; with `country=US`. */
                state?: ("AL" | "AK" | "AZ" | "AR" | "CA" | "CO" | "CT" | "DE" | "DC" | "FL" | "GA" | "HI" | "ID" | "IL" | "IN" | "IA" | "KS" | "KY" | "LA" | "ME" | "MD" | "MA" | "MI" | "MN" | "MS" | "MO" | "MT" | "NE" | "NV" | "NH" | "NJ" | "NM" | "NY" | "NC" | "ND" | "OH" | "OK" | "OR" | "PA" | "RI" | "SC" | "SD" | "TN" | "TX" | "UT" | "VT" | "VA" | "WA" | "WV" | "WI" | "WY" | "AS" | "GU" | "MP" | "PR" | "VI")[];
                /** @description A city, ideally with its region, by code or by name. Accents and case are ignored. With `province` or `state`, one location of the job answers to both. */
                city?: string;
                /** @description Source systems to include, case ignored. `careerpage` is an employer's own career site. */
                source?: string[];
                /** @description Kinds of employment; the job is of one of them at least. `full-time` and `Full Time` are read as `FULL_TIME`, and `X-Notices` says so. */
                employment_type?: ("FULL_TIME" | "PART_TIME" | "CONTRACTOR" | "TEMPORARY" | "INTERN" | "VOLUNTEER" | "PER_DIEM")[];
                /** @description `true`: only jobs that the employer marks remote, whose `location_type` is `TELECOMMUTE`; `false`: all others. `work_arrangement` does not count. */
                remote?: boolean;
                /** @description `true`: only jobs with published pay; `false`: only jobs without. */
                has_salary?: boolean;
                /** @description Jobs first collected within this time before now; `6m` is 183 days. */
                window?: "1h" | "24h" | "7d" | "30d" | "6m";
                /** @description Adds `description_text`, `description_html` or both. */
                description?: "none" | "text" | "html" | "both";
                /** @description Adds `source_fields`: what the source says about the job, exactly as published. */
                source_fields?: boolean;
                /** @description The `next_cursor` of the page before; the other filters stay as they were. Without it a search begins. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of a search, and where the next one begins. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Catalogue-Generation": components["headers"]["X-Catalogue-Generation"];
                    "X-Jobs-This-Request": components["headers"]["X-Jobs-This-Request"];
                    "X-Jobs-Limit": components["headers"]["X-Jobs-Limit"];
                    "X-Jobs-Remaining": components["headers"]["X-Jobs-Remaining"];
                    "X-Jobs-Reset": components["headers"]["X-Jobs-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Window-From": components["headers"]["X-Window-From"];
                    "X-Window-To": components["headers"]["X-Window-To"];
                    "X-Notices": components["headers"]["X-Notices"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["LimitReached"];
            503: components["responses"]["UnavailableOrTimeout"];
        };
    };
    getJobsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A job id. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A Job, whether it still stands in the catalogue, and what became of it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Catalogue-Generation": components["headers"]["X-Catalogue-Generation"];
                    "X-Jobs-This-Request": components["headers"]["X-Jobs-This-Request"];
                    "X-Jobs-Limit": components["headers"]["X-Jobs-Limit"];
                    "X-Jobs-Remaining": components["headers"]["X-Jobs-Remaining"];
                    "X-Jobs-Reset": components["headers"]["X-Jobs-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobWithStatus"];
                };
            };
            /** @description The client has this version. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Catalogue-Generation": components["headers"]["X-Catalogue-Generation"];
                    "X-Jobs-This-Request": components["headers"]["X-Jobs-This-Request"];
                    "X-Jobs-Limit": components["headers"]["X-Jobs-Limit"];
                    "X-Jobs-Remaining": components["headers"]["X-Jobs-Remaining"];
                    "X-Jobs-Reset": components["headers"]["X-Jobs-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["LimitReached"];
            503: components["responses"]["UnavailableOrTimeout"];
        };
    };
    getChanges: {
        parameters: {
            query?: {
                /** @description Country view. */
                country?: "CA" | "US";
                /** @description Last sequence number already processed. */
                since?: number;
                /** @description Events per page. */
                limit?: number;
                /** @description Adds `description_text`, `description_html` or both. */
                description?: "none" | "text" | "html" | "both";
                /** @description Include `source_fields`. */
                source_fields?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the change log, and where the next one begins. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Catalogue-Generation": components["headers"]["X-Catalogue-Generation"];
                    "X-Jobs-This-Request": components["headers"]["X-Jobs-This-Request"];
                    "X-Jobs-Limit": components["headers"]["X-Jobs-Limit"];
                    "X-Jobs-Remaining": components["headers"]["X-Jobs-Remaining"];
                    "X-Jobs-Reset": components["headers"]["X-Jobs-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangesPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["LimitReached"];
            503: components["responses"]["UnavailableOrTimeout"];
        };
    };
    getStats: {
        parameters: {
            query?: {
                /** @description Country view. */
                country?: "CA" | "US";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the catalogue holds of one country. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Catalogue-Generation": components["headers"]["X-Catalogue-Generation"];
                    "X-Jobs-This-Request": components["headers"]["X-Jobs-This-Request"];
                    "X-Jobs-Limit": components["headers"]["X-Jobs-Limit"];
                    "X-Jobs-Remaining": components["headers"]["X-Jobs-Remaining"];
                    "X-Jobs-Reset": components["headers"]["X-Jobs-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stats"];
                };
            };
            /** @description The client has this version. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Catalogue-Generation": components["headers"]["X-Catalogue-Generation"];
                    "X-Jobs-This-Request": components["headers"]["X-Jobs-This-Request"];
                    "X-Jobs-Limit": components["headers"]["X-Jobs-Limit"];
                    "X-Jobs-Remaining": components["headers"]["X-Jobs-Remaining"];
                    "X-Jobs-Reset": components["headers"]["X-Jobs-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated"];
            429: components["responses"]["LimitReached"];
            503: components["responses"]["UnavailableOrTimeout"];
        };
    };
}
