DROP TRIGGER document_places_added ON documents;
DROP TRIGGER document_places_removed ON documents;
DROP TRIGGER document_places_changed ON documents;
DROP FUNCTION document_places_added();
DROP FUNCTION document_places_removed();
DROP FUNCTION document_places_changed();
DROP TABLE document_places;
